/** Conditions of `--fail-if`: `thinking > +30%`, `cost > 0.05`, `"calls:read file" > 2`. */
import { InvalidArgumentError } from 'commander';

type Operator = '>' | '>=' | '<' | '<=';

export interface Condition {
  /** As it was written. */
  text: string;
  /** The id of a figure, such as `score:quality`. */
  figure: string;
  operator: Operator;
  /** Relative: a share of A, such as 0.3 for `+30%`. */
  isRelative: boolean;
  /** In the unit of the figure. */
  threshold: number;
}

/** What a figure is, for the thresholds that make sense for it. Of scores it is not known before they are read. */
const PLAIN = {
  thinking: 'count',
  hidden: 'share',
  cost: 'dollars',
  latency: 'seconds',
  errors: 'share',
  'model-calls': 'count',
  calls: 'count',
} as const;

export const FIGURES_HELP = `${Object.keys(PLAIN).join(', ')}, calls:TOOL, score:NAME, check:ID`;

const SHAPE = /^\s*(?:"(?<quoted>[^"]+)"|(?<plain>[^\s<>"]+))\s*(?<operator>[<>]=?)\s*(?<threshold>\S+)\s*$/;

export function parseCondition(text: string): Condition {
  const { quoted, plain, operator, threshold } = SHAPE.exec(text)?.groups ?? {};
  const figure = quoted ?? plain;
  if (figure === undefined || threshold === undefined)
    throw new InvalidArgumentError(
      `"${text}" is no condition: write a figure, >, >=, < or <=, and a number, such as 'thinking > +30%' or 'cost > 0.05'. Figures: ${FIGURES_HELP}. One with a space in its name is quoted.`,
    );
  const kind = kindOf(figure, text);
  return { text: text.trim(), figure, operator: operator as Operator, ...thresholdOf(threshold, kind, text) };
}

type Kind = (typeof PLAIN)[keyof typeof PLAIN] | 'any';

function kindOf(figure: string, text: string): Kind {
  if (Object.hasOwn(PLAIN, figure)) return PLAIN[figure as keyof typeof PLAIN];
  const [, prefix] = /^(calls|score|check):./s.exec(figure) ?? [];
  if (prefix === undefined)
    throw new InvalidArgumentError(`"${figure}" in "${text}" is no figure. Use one of ${FIGURES_HELP}.`);
  return prefix === 'calls' ? 'count' : prefix === 'check' ? 'share' : 'any';
}

const RELATIVE = /^[+-]\d+(?:\.\d+)?%$/;
const ABSOLUTE = /^(?<dollar>\$?)(?<number>-?\d+(?:\.\d+)?)(?<unit>%|ms|s|m)?$/;
const SECONDS = { ms: 0.001, s: 1, m: 60 } as const;

function thresholdOf(written: string, kind: Kind, text: string): Pick<Condition, 'isRelative' | 'threshold'> {
  if (RELATIVE.test(written)) return { isRelative: true, threshold: Number(written.slice(0, -1)) / 100 };
  const { dollar, number, unit } = ABSOLUTE.exec(written)?.groups ?? {};
  const threshold = Number(number);
  const refuse = (why: string): never => {
    throw new InvalidArgumentError(`"${written}" in "${text}" ${why}`);
  };
  if (number === undefined)
    return refuse('is no threshold: write +30% for a change from A to B, or a number for the value of B.');
  if (unit === '%') {
    if (kind !== 'share' && kind !== 'any') return refuse('needs a sign: +30% is a change from A to B.');
    return { isRelative: false, threshold: threshold / 100 };
  }
  if (dollar && kind !== 'dollars') return refuse('is dollars, and the figure is not.');
  if (unit === undefined) return { isRelative: false, threshold };
  if (kind !== 'seconds') return refuse('is a time, and the figure is not.');
  return { isRelative: false, threshold: threshold * SECONDS[unit as keyof typeof SECONDS] };
}
