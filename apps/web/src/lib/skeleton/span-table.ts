/**
 * The spans of a skeleton. A value that correlates with another one is stored as the difference, which is mostly small
 * or zero.
 */
import type { ReasoningTokenSource } from '@subtext/reasoning';
import type { SpanRow, SpanStatus, StoredColumns } from './rows.ts';
import { readNumbers, writeNumbers } from './digits.ts';
import type { Numbers, Value } from './groups.ts';
import type { Places } from './ids.ts';
import { placesOfParents, readParents, writeParents } from './parents.ts';
import { byModel, pricesOf, type Price, type Prices } from './prices.ts';
import { knownState, readColumns, readGroups, type Table, toMicroseconds, writeTable } from './tables.ts';

export interface SpanTable {
  table: Table;
  groups: string;
  /** Microseconds from the start, or the end, of the previous span. */
  starts: string;
  areAfterEnd: boolean;
  farParents: string;
  prices: Prices;
}

/** The values that calls are encoded relative to. Times in microseconds. */
export interface SpanNumbers {
  groups: ArrayLike<number>;
  start: ArrayLike<number>;
  duration: Numbers;
  reasoningTokens: Numbers;
  reasoningCost: Numbers;
}

const WORDS = [
  ...['kind', 'name', 'status', 'statusMessage', 'agent', 'model', 'incomplete', 'paused', 'state', 'reasoningSource'],
  'inRun',
  'partial',
];

export function writeSpans(
  { length, columns }: StoredColumns,
  places: Places,
): { written: SpanTable; numbers: SpanNumbers } {
  const column = (key: string) => (columns[key] ?? []) as Numbers;
  const { steps, far } = writeParents(placesOfParents(column('parentId'), places));
  const words = Object.fromEntries([...WORDS.map((key) => [key, column(key)] as const), ['parent', steps] as const]);
  const prices = pricesOf(column);
  const start = column('start').map(toMicroseconds) as number[];
  const duration = column('duration').map(toMicroseconds);
  const [reasoningTokens, reasoningCost] = [column('reasoningTokens'), column('reasoningCost')];
  const told = apart(column, duration, byModel(prices, column('model')));
  const { table, of } = writeTable(length, words, told);
  const { starts, areAfterEnd } = writeStarts(start, duration);
  const written = { table, groups: writeNumbers(of), starts, areAfterEnd, farParents: writeNumbers(far), prices };
  return { written, numbers: { groups: of, start, duration, reasoningTokens, reasoningCost } };
}

/** The remaining numbers of spans. */
type SpanFigures = Record<
  'duration' | 'inputTokens' | 'reasoningTokens' | 'answerTokens' | 'cost' | 'reasoningCost' | 'hiddenCost',
  Numbers
>;

function apart(columns: (key: string) => Numbers, duration: Numbers, price: (at: number) => Price): SpanFigures {
  const [input, output] = [columns('inputTokens'), columns('outputTokens')];
  const [thinking, paid] = [columns('reasoningTokens'), columns('reasoningCost')];
  return {
    duration,
    inputTokens: input,
    reasoningTokens: thinking,
    answerTokens: output.map((tokens, at) => (tokens === null ? null : tokens - (thinking[at] ?? 0))),
    cost: columns('cost').map((cost, at) => {
      const { of, factor } = price(at);
      return cost === null ? null : (cost - of(output[at]!)) / factor;
    }),
    reasoningCost: paid.map((cost, at) => (cost === null ? null : cost - price(at).of(thinking[at]!))),
    hiddenCost: columns('hiddenCost').map((hidden, at) => (hidden === null ? null : partOf(hidden, paid[at]!))),
  };
}

/** The hidden cost is mostly 0 or all of the thinking's cost: encoded as 0 or 1. */
const partOf = (hidden: number, all: number | null): number =>
  hidden === 0 ? 0 : hidden === all ? 1 : hidden > 0 ? hidden + 1 : hidden;
const fromPart = (part: number, all: number | null): number => (part === 1 ? (all ?? 0) : part > 1 ? part - 1 : part);

/**
 * Agents mostly work sequentially, so most spans start where the previous one ended; concurrent spans start together.
 * The shorter encoding wins.
 */
function writeStarts(start: readonly number[], duration: Numbers): { starts: string; areAfterEnd: boolean } {
  const [afterStart, afterEnd] = [[] as number[], [] as number[]];
  let [before, end, sizes] = [0, 0, 0];
  start.forEach((value, at) => {
    afterStart.push(value - before);
    afterEnd.push(value - end);
    sizes += Math.log2(1 + Math.abs(value - before)) - Math.log2(1 + Math.abs(value - end));
    [before, end] = [value, value + (duration[at] ?? 0)];
  });
  return { starts: writeNumbers(sizes > 0 ? afterEnd : afterStart), areAfterEnd: sizes > 0 };
}

function readStarts({ starts, areAfterEnd, table }: SpanTable, duration: Numbers): Float64Array {
  const start = readNumbers(starts, table.length);
  let before = 0;
  start.forEach((step, at) => {
    start[at] = before + step;
    before = start[at]! + (areAfterEnd ? (duration[at] ?? 0) : 0);
  });
  return start;
}

export function readSpans(
  written: SpanTable,
  idOf: (place: number) => string,
): { rows: SpanRow[]; numbers: SpanNumbers } {
  const { table, prices, farParents } = written;
  const groups = readNumbers(written.groups, table.length);
  const words = readGroups(table);
  const models = words.model!;
  const price = byModel(prices, models);
  const told = readColumns(table, groups);
  const { duration, reasoningTokens, reasoningCost } = told as Record<string, Numbers>;
  const start = readStarts(written, duration!);
  for (let at = 0; at < groups.length; at++)
    if (reasoningCost![at] !== null) reasoningCost![at]! += price(groups[at]!).of(reasoningTokens![at]!);
  const parents = readParents(words.parent!, groups, farParents);
  const rows = spanRows({ words, told, price, start, idOf, parents, groups });
  return {
    rows,
    numbers: { groups, start, duration: duration!, reasoningTokens: reasoningTokens!, reasoningCost: reasoningCost! },
  };
}

interface Read {
  words: Record<string, Value[]>;
  told: Record<string, Numbers>;
  price: (group: number) => Price;
  start: Float64Array;
  parents: Int32Array;
  groups: ArrayLike<number>;
  idOf: (place: number) => string;
}

/**
 * Object literals with all fields: building 100,000 rows field by field takes twice as long, mostly in garbage
 * collection.
 */
function spanRows({ words, told, price, start, parents, groups, idOf }: Read): SpanRow[] {
  const group = words.kind!.map((_, at) => ({
    kind: words.kind![at] as string,
    name: words.name![at] as string,
    status: words.status![at] as SpanStatus,
    statusMessage: words.statusMessage![at] as string | null,
    agent: words.agent![at] as string | null,
    model: words.model![at] as string | null,
    incomplete: words.incomplete![at] as boolean,
    paused: words.paused![at] as boolean,
    state: knownState(words.state![at]!),
    reasoningSource: words.reasoningSource![at] as ReasoningTokenSource | null,
    inRun: words.inRun![at] as boolean,
    partial: words.partial![at] as boolean,
    price: price(at),
  }));
  const { duration, inputTokens, answerTokens, reasoningTokens, cost, reasoningCost, hiddenCost } = told as SpanFigures;
  const rows: SpanRow[] = [];
  for (let at = 0; at < start.length; at++) {
    const of = group[groups[at]!]!;
    const parent = parents[at]!;
    const [answer, thinking, hidden] = [answerTokens[at]!, reasoningTokens[at]!, hiddenCost[at]!];
    const output = answer === null ? null : answer + (thinking ?? 0);
    rows.push({
      id: idOf(at),
      parentId: parent < 0 ? null : idOf(parent),
      kind: of.kind,
      name: of.name,
      start: start[at]! / 1e3,
      duration: duration[at] === null ? null : duration[at]! / 1e3,
      status: of.status,
      statusMessage: of.statusMessage,
      agent: of.agent,
      model: of.model,
      incomplete: of.incomplete,
      paused: of.paused,
      state: of.state,
      inputTokens: inputTokens[at]!,
      outputTokens: output,
      reasoningTokens: thinking,
      reasoningSource: of.reasoningSource,
      cost: cost[at] === null ? null : cost[at]! * of.price.factor + of.price.of(output),
      reasoningCost: reasoningCost[at]!,
      hiddenCost: hidden === null ? null : fromPart(hidden, reasoningCost[at]!),
      inRun: of.inRun,
      partial: of.partial,
    });
  }
  return rows;
}
