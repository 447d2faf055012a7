/**
 * The filter language of lists: `tool:web_search hidden:>40% -tool:help has:preamble "schema changed"`.
 * Text in, parts with their place in the text out. The bar draws the parts (chips, underlined problems); the server runs the conditions.
 * What cannot be parsed is a problem with a sentence, never dropped in silence and never run.
 */
import { THINKING_STATES } from '@subtext/reasoning';

export type Comparison = '>' | '>=' | '<' | '<=' | '=';
export const TEXT_FIELDS = ['tool', 'model', 'session', 'tag'] as const;
export const NUMBER_FIELDS = ['hidden', 'thinking', 'cost', 'steps'] as const;
/** `dropped` is what the screens call `withheld`. */
const CHOICES = {
  status: ['error', 'ok'],
  state: [...THINKING_STATES, 'dropped'],
  has: ['preamble', 'thought', 'error'],
} as const;

/** One thing a trace must be (or, negated, must not be). `hidden` is a share from 0 to 1, `cost` is US dollars. */
export type Condition = { negated: boolean } & (
  | { field: (typeof TEXT_FIELDS)[number]; value: string }
  | { field: (typeof NUMBER_FIELDS)[number]; comparison: Comparison; value: number }
  | { field: keyof typeof CHOICES; value: string }
  | { field: 'text'; value: string }
);

/** A piece of the filter text, from `start` up to `end`. */
export type FilterPart = { start: number; end: number; source: string } & (
  { condition: Condition; problem?: undefined } | { condition?: undefined; problem: string }
);

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6 };
const EXAMPLES: Readonly<Record<(typeof NUMBER_FIELDS)[number], string>> = {
  hidden: 'hidden:>40%',
  thinking: 'thinking:>2k',
  cost: 'cost:>0.05',
  steps: 'steps:>20',
};
export const FILTER_FIELDS = [...TEXT_FIELDS, ...NUMBER_FIELDS, ...Object.keys(CHOICES)];

export function parseFilter(text: string): FilterPart[] {
  return tokens(text).map(({ start, source }) => ({ start, end: start + source.length, source, ...read(source) }));
}

export const conditionsOf = (text: string): Condition[] =>
  parseFilter(text).flatMap((part) => (part.condition ? [part.condition] : []));

/** The text without one of its parts, spaces tidied. */
export function withoutPart(text: string, part: FilterPart): string {
  return `${text.slice(0, part.start).trimEnd()} ${text.slice(part.end).trimStart()}`.trim();
}

/** `tool` and `read file` to `tool:"read file"`; for facets and links. */
export function filterText(field: string, value: string): string {
  return /^[^\s"]+$/.test(value) ? `${field}:${value}` : `${field}:"${value.replaceAll('"', ' ')}"`;
}

/** Splits at spaces outside quotes. An unclosed quote runs to the end. */
function tokens(text: string): { start: number; source: string }[] {
  return [...text.matchAll(/(?:"[^"]*(?:"|$)|[^\s"])+/g)].map((match) => ({ start: match.index, source: match[0] }));
}

type Reading = { condition: Condition } | { problem: string };

function read(source: string): Reading {
  const negated = source.startsWith('-') && source.length > 1;
  const body = negated ? source.slice(1) : source;
  if ((body.match(/"/g)?.length ?? 0) % 2 === 1) return { problem: 'The quote is not closed' };
  const colon = body.startsWith('"') ? -1 : body.indexOf(':');
  if (colon === -1) {
    const value = body.replaceAll('"', '');
    return value.trim() ? { condition: { negated, field: 'text', value } } : { problem: 'Nothing between the quotes' };
  }
  const field = body.slice(0, colon).toLowerCase();
  const value = body.slice(colon + 1).replaceAll('"', '');
  if (!value.trim()) return { problem: `Say what ${field}: should be` };
  return readField(field, value, negated);
}

function readField(field: string, value: string, negated: boolean): Reading {
  if (isOneOf(TEXT_FIELDS, field)) return { condition: { negated, field, value } };
  if (isOneOf(NUMBER_FIELDS, field)) return readNumber(field, value, negated);
  if (field === 'status' || field === 'state' || field === 'has') {
    const choices: readonly string[] = CHOICES[field];
    const choice = value.toLowerCase();
    if (!choices.includes(choice)) return { problem: `${field}: is one of ${choices.join(', ')}` };
    return { condition: { negated, field, value: choice === 'dropped' ? 'withheld' : choice } };
  }
  return { problem: `There is no filter “${field}:”. Put text in quotes, or use ${FILTER_FIELDS.join(', ')}` };
}

function readNumber(field: (typeof NUMBER_FIELDS)[number], value: string, negated: boolean): Reading {
  const match = /^(>=|<=|>|<|=)\$?(\d+(?:\.\d+)?|\.\d+)(k|m|%)?$/i.exec(value);
  const unit = match?.[3]?.toLowerCase() ?? '';
  if (!match || (unit === '%') !== (field === 'hidden')) return { problem: `Compare, as in ${EXAMPLES[field]}` };
  const number = Number(match[2]) * (unit === '%' ? 0.01 : (UNITS[unit] ?? 1));
  return { condition: { negated, field, comparison: match[1] as Comparison, value: number } };
}

function isOneOf<const Options extends readonly string[]>(options: Options, value: string): value is Options[number] {
  return options.includes(value);
}
