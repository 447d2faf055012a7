/** Whether a comparison meets a condition. What is not known is never a pass. Pure. */
import type { Change, Comparison, Estimate, Unit } from './comparison.ts';
import type { Condition } from './condition.ts';
import { changeWords, estimateWords, relativeWords, valueWords } from './figure-words.ts';

export interface Verdict {
  condition: Condition;
  /** `failed`: the condition holds, so the check fails. `unknown`: it cannot be decided. */
  state: 'passed' | 'failed' | 'unknown';
  message: string;
}

export interface Rules {
  /** Runs that a figure must be of, on each side that the condition needs. */
  minRuns: number;
  /** Fail only if the whole interval is beyond the threshold. */
  significant: boolean;
  /** Decide by what was found in runs that were looked at only in part. */
  acceptsPartly: boolean;
}

interface JudgedFigure {
  unit: Unit;
  a: Estimate;
  b: Estimate;
  change: Change;
}

export function judge(comparison: Comparison, condition: Condition, rules: Rules): Verdict {
  const figure = figureOf(comparison, condition.figure);
  if (typeof figure === 'string') return { condition, state: 'unknown', message: figure };
  const lack = lackOf(figure, condition, rules);
  if (lack !== undefined) return { condition, state: 'unknown', message: lack };
  return verdictOn(figure, condition, rules);
}

/** A sentence where there is no such figure. */
function figureOf({ figures, tools, a, b }: Comparison, id: string): JudgedFigure | string {
  const figure = figures.find((one) => one.id === id);
  if (figure) return figure;
  if (!id.startsWith('calls:')) {
    const others = figures.filter((one) => one.id.startsWith(id.slice(0, id.indexOf(':') + 1))).map((one) => one.id);
    return `No run of ${a.value} or ${b.value} has ${id}. ${others.length > 0 ? `They have ${others.join(', ')}.` : 'They have none of this kind.'}`;
  }
  const found = tools.find(({ tool }) => `calls:${tool}` === id);
  if (found)
    return { unit: 'count', a: found.a.calls_per_run, b: found.b.calls_per_run, change: found.change_of_calls };
  return noCalls({ tools, a, b }, id.slice('calls:'.length));
}

const SHOWN_TOOLS = 20;

/** More likely a typo than a tool without calls, and a condition on a typo would pass forever. */
function noCalls({ tools, a, b }: Pick<Comparison, 'tools' | 'a' | 'b'>, tool: string): string {
  const names = tools.map((one) => one.tool);
  const others = names.length > SHOWN_TOOLS ? `${names.slice(0, SHOWN_TOOLS).join(', ')}, …` : names.join(', ');
  const called = names.length === 0 ? 'They called no tool.' : `They called ${others}.`;
  return `No run of ${a.value} or ${b.value} called the tool "${tool}". ${called}`;
}

function lackOf({ a, b }: JudgedFigure, { isRelative }: Condition, { minRuns }: Rules): string | undefined {
  const sides = [...(isRelative ? [{ name: 'A', ...a }] : []), { name: 'B', ...b }];
  for (const { name, value, runs, unknown_runs: unknown } of sides) {
    const others = unknown > 0 ? ` It is not known for ${unknown} more.` : '';
    if (value === null) return `No run of ${name} reports it.${others}`;
    if (runs < minRuns)
      return `Only ${runs} of the at least ${minRuns} runs (--min-runs) of ${name} report it.${others}`;
  }
  if (isRelative && a.value! < 0) return 'A is negative, so there is no relative change. Give a number for B instead.';
  return undefined;
}

interface Compared {
  value: number;
  low: number | null;
  high: number | null;
}

/** From 0, any increase is beyond every percentage. */
function comparedOf({ a, b, change }: JudgedFigure, { isRelative }: Condition): Compared {
  if (!isRelative) return { value: b.value!, low: b.low, high: b.high };
  if (a.value !== 0)
    return { value: change.relative!, low: change.relative_low, high: change.relative_high ?? openEnd(change) };
  return { value: relativeTo(b.value!, a.value), low: null, high: null };
}

function relativeTo(b: number, a: number): number {
  if (a !== 0) return b / a - 1;
  return b === 0 ? 0 : Math.sign(b) * Infinity;
}

/** The least and the most that the compared value is, when what was not looked at has nothing, or everything. */
function endsOf({ a, b }: JudgedFigure, { isRelative }: Condition): readonly [number, number] {
  const [mostOfA, mostOfB] = [a.most ?? a.value!, b.most ?? b.value!];
  return isRelative ? [relativeTo(b.value!, mostOfA), relativeTo(mostOfB, a.value!)] : [b.value!, mostOfB];
}

/** An interval with a beginning and no end goes on. */
const openEnd = ({ relative_low: low }: Change): number | null => (low === null ? null : Infinity);

function verdictOn(figure: JudgedFigure, condition: Condition, { significant, acceptsPartly }: Rules): Verdict {
  const [least, most] = endsOf(figure, condition);
  if (!acceptsPartly && beyond(condition, least) !== beyond(condition, most)) {
    const message = [...valuesOf(figure, condition), unknownWords(figure), PARTLY].join(' ');
    return { condition, state: 'unknown', message };
  }
  const compared = comparedOf(figure, condition);
  const isBeyond = beyond(condition, compared.value);
  const certainty = isBeyond ? certaintyOf(condition, compared) : undefined;
  const message = [...valuesOf(figure, condition), certainty && CERTAINTY[certainty], unknownWords(figure)]
    .filter(Boolean)
    .join(' ');
  if (!isBeyond) return { condition, state: 'passed', message };
  if (!significant || certainty === 'significant') return { condition, state: 'failed', message };
  return { condition, state: certainty === 'unknown' ? 'unknown' : 'passed', message };
}

const PARTLY =
  'Some of these runs were looked at only in part, and what was not seen decides (--accept-partly decides without it).';

const CERTAINTY = {
  significant: 'Significant: the whole 95 % interval is beyond the threshold.',
  chance: 'Not significant: the 95 % interval reaches the other side of the threshold.',
  unknown: 'Whether it is significant is not known: there is no interval.',
} as const;

function certaintyOf(condition: Condition, { low, high }: Compared): keyof typeof CERTAINTY {
  const nearest = condition.operator.startsWith('>') ? low : high;
  if (nearest === null) return 'unknown';
  return beyond(condition, nearest) ? 'significant' : 'chance';
}

function beyond({ operator, threshold }: Condition, value: number): boolean {
  switch (operator) {
    case '>':
      return value > threshold;
    case '>=':
      return value >= threshold;
    case '<':
      return value < threshold;
    case '<=':
      return value <= threshold;
  }
}

function valuesOf({ unit, a, b, change }: JudgedFigure, { isRelative, threshold }: Condition): string[] {
  const limit = isRelative ? relativeWords(threshold) : valueWords(threshold, unit);
  const values = isRelative
    ? [`A ${estimateWords(a, unit)}, B ${estimateWords(b, unit)}: ${changeWords(change, a, b)}.`]
    : [`B ${estimateWords(b, unit)}, of ${b.runs} runs.`];
  return [...values, `Threshold: ${limit}.`];
}

function unknownWords({ a, b }: JudgedFigure): string {
  const sides = [
    a.unknown_runs > 0 && `${a.unknown_runs} runs of A`,
    b.unknown_runs > 0 && `${b.unknown_runs} runs of B`,
  ].filter(Boolean);
  return sides.length === 0 ? '' : `Not known for ${sides.join(' and ')}.`;
}
