/**
 * What the browser knows of a trace without any text: spans and descriptions of calls. The server sends them as columns with ids replaced by
 * numbers and repeated words written once, as one string: the transformer of tRPC would walk every value. Both directions are here.
 * Times in milliseconds from the start of the trace, money in nano-dollars, null = not said.
 */
import { THINKING_STATES, type ReasoningTokenSource, type ThinkingState, type ToolType } from '@subtext/reasoning';

/** To be raised with every change of how it is written: browsers keep skeletons longer than a release. */
export const SKELETON_FORMAT = 1;

export type SpanStatus = 'unset' | 'ok' | 'error';

export interface SpanRow {
  id: string;
  parentId: string | null;
  kind: string;
  name: string;
  start: number;
  duration: number;
  status: SpanStatus;
  statusMessage: string | null;
  agent: string | null;
  model: string | null;
  /** The response broke off. */
  incomplete: boolean;
  /** The provider stopped in the middle of the turn; the next response takes it up. */
  paused: boolean;
  state: ThinkingState | null;
  inputTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  reasoningSource: ReasoningTokenSource | null;
  cost: number | null;
  /** Thinking that was paid, and the part of it nobody could read. */
  reasoningCost: number | null;
  hiddenCost: number | null;
}

/** One description of a call: by the generation that asked, the span that ran it, or a later request that carried its result. */
export interface CallRow {
  spanId: string;
  /** The span whose call it is: another one where a copy of a response describes the calls of the one that counts. */
  ownerId: string;
  index: number;
  describedBy: 'generation' | 'execution' | 'history';
  type: ToolType | 'answer' | 'trailing';
  /** Interned: equal numbers mean equal call ids in this trace. */
  callId: number | null;
  tool: string;
  start: number;
  duration: number | null;
  status: SpanStatus;
  incomplete: boolean;
  state: ThinkingState;
  /** Equal where the arguments are, whatever their spelling; null = not told, or nobody needs to compare them. */
  argumentsKey: number | null;
  reasoningRef: number | null;
  reasoningTokens: number | null;
  tokensSource: ReasoningTokenSource | null;
  reasoningCost: number | null;
  thoughtCount: number;
  thoughtCharacters: number;
  hasPreamble: boolean;
  /** Characters known of preamble and arguments, for splitting what a response cost over its steps. */
  otherCharacters: number;
}

export interface TraceRows {
  spans: SpanRow[];
  calls: CallRow[];
}

/** Rows as the database has them: ids and words as text. */
type Wide<Row> = { [Key in keyof Row]: Row[Key] extends boolean ? boolean : string | number | boolean | null };
export interface StoredRows {
  spans: readonly Wide<SpanRow>[];
  calls: readonly Wide<CallRow>[];
}

/** One value for all rows, words by number, differences of numbers (which compress to little), or the values as they are. */
type Column =
  | { all: unknown }
  | { words: string[]; at: (number | null)[] }
  | { scale: number; steps: (number | null)[] }
  | { values: unknown[] };
/** Columns as the database gives them, with ids and words as text. */
export interface StoredColumns {
  length: number;
  columns: Readonly<Record<string, readonly unknown[]>>;
}
interface Table {
  length: number;
  columns: Record<string, Column>;
}
interface Wire {
  /** One after the other where all are as long as an id is: nothing between them has to be sent. */
  spanIds: string | string[];
  spans: Table;
  calls: Table;
}
type Row = Record<string, unknown>;

const ID_CHARACTERS = 16;
const EACH_ID = /.{16}/g;

export const encodeSkeleton = ({ spans, calls }: StoredRows): string =>
  encodeColumns({ spans: columnsFrom(spans), calls: columnsFrom(calls) });

export function encodeColumns({ spans, calls }: { spans: StoredColumns; calls: StoredColumns }): string {
  const spanIds = interner();
  const callIds = interner();
  const apart = fromSpans(calls, baseOf(spans.columns, calls.columns), (own, base) => own - base);
  const wire: Wire = {
    spans: tableOf(spans, { id: spanIds.of, parentId: spanIds.of }),
    calls: tableOf(apart, { spanId: spanIds.of, ownerId: spanIds.of, callId: callIds.of, reasoningRef: callIds.of }),
    spanIds: spanIds.all.every(({ length }) => length === ID_CHARACTERS) ? spanIds.all.join('') : spanIds.all,
  };
  return JSON.stringify(wire);
}

export function decodeSkeleton(text: string): TraceRows {
  const { spanIds: written, spans, calls } = JSON.parse(text) as Wire;
  const spanIds = typeof written === 'string' ? (written.match(EACH_ID) ?? []) : written;
  const spanId = (index: unknown) => (index === null ? null : (spanIds[index as number] ?? null));
  const known = (state: unknown) => THINKING_STATES.find((one) => one === state);
  const ofSpans = columnsOf<SpanRow>(spans, { id: spanId, parentId: spanId, state: (state) => known(state) ?? null });
  // A state that this version does not know is shown as not reported.
  const ofCalls = columnsOf<CallRow>(calls, {
    spanId,
    ownerId: spanId,
    state: (state) => known(state) ?? 'unreported',
  });
  const apart = { length: calls.length, columns: ofCalls };
  const { columns } = fromSpans(apart, baseOf({ ...ofSpans }, { ...ofCalls }), (own, base) => own + base);
  return {
    spans: Array.from({ length: spans.length }, (_, at) => spanAt(ofSpans, at)),
    calls: Array.from({ length: calls.length }, (_, at) => callAt(columns as Columns<CallRow>, at)),
  };
}

/** What a description of a call mostly has from its span is told as the difference from it: nearly always nothing. */
const AS_ITS_SPAN = ['start', 'duration', 'reasoningTokens', 'reasoningCost'] as const;

/** The span's number for a call; 0 where there is none. */
function baseOf(spans: StoredColumns['columns'], calls: StoredColumns['columns']) {
  const places = new Map(spans.id?.map((id, place) => [id, place] as const));
  const placeOfCall = (calls.spanId ?? []).map((id) => places.get(id) ?? -1);
  return (key: string, at: number): number => {
    const base = spans[key]?.[placeOfCall[at]!];
    return typeof base === 'number' ? base : 0;
  };
}

function fromSpans(
  { length, columns }: StoredColumns,
  base: ReturnType<typeof baseOf>,
  join: (own: number, base: number) => number,
): StoredColumns {
  const changed = AS_ITS_SPAN.filter((key) => columns[key] !== undefined).map((key) => {
    const values = columns[key]!.map((own, at) =>
      typeof own === 'number' ? toThousandth(join(toThousandth(own), toThousandth(base(key, at)))) : own,
    );
    return [key, values] as const;
  });
  return { length, columns: { ...columns, ...Object.fromEntries(changed) } };
}

/** Microseconds of milliseconds: as fine as a fraction is told. */
const toThousandth = (value: number): number => (Number.isInteger(value) ? value : Math.round(value * 1000) / 1000);

/** Rows of one trace from two skeletons of it; calls of the second have their own numbers for call ids, and are not of the first's ids. */
export function joinRows(first: TraceRows, second: TraceRows): TraceRows {
  const known = new Set(first.spans.map(({ id }) => id));
  const from = first.calls.reduce(
    (most, { callId, reasoningRef }) => Math.max(most, callId ?? -1, reasoningRef ?? -1),
    -1,
  );
  const apart = (id: number | null) => (id === null ? null : from + 1 + id);
  const calls = second.calls
    .filter(({ spanId }) => !known.has(spanId))
    .map((call) => ({ ...call, callId: apart(call.callId), reasoningRef: apart(call.reasoningRef) }));
  return {
    spans: [...first.spans, ...second.spans.filter(({ id }) => !known.has(id))],
    calls: [...first.calls, ...calls],
  };
}

type Columns<Row> = { [Key in keyof Row]: Row[Key][] };

// Each field by its name: 100,000 rows that grow field by field take twice as long, most of it for collecting garbage.
const spanAt = (columns: Columns<SpanRow>, at: number): SpanRow => ({
  id: columns.id[at]!,
  parentId: columns.parentId[at]!,
  kind: columns.kind[at]!,
  name: columns.name[at]!,
  start: columns.start[at]!,
  duration: columns.duration[at]!,
  status: columns.status[at]!,
  statusMessage: columns.statusMessage[at]!,
  agent: columns.agent[at]!,
  model: columns.model[at]!,
  incomplete: columns.incomplete[at]!,
  paused: columns.paused[at]!,
  state: columns.state[at]!,
  inputTokens: columns.inputTokens[at]!,
  outputTokens: columns.outputTokens[at]!,
  reasoningTokens: columns.reasoningTokens[at]!,
  reasoningSource: columns.reasoningSource[at]!,
  cost: columns.cost[at]!,
  reasoningCost: columns.reasoningCost[at]!,
  hiddenCost: columns.hiddenCost[at]!,
});

const callAt = (columns: Columns<CallRow>, at: number): CallRow => ({
  spanId: columns.spanId[at]!,
  ownerId: columns.ownerId[at]!,
  index: columns.index[at]!,
  describedBy: columns.describedBy[at]!,
  type: columns.type[at]!,
  callId: columns.callId[at]!,
  tool: columns.tool[at]!,
  start: columns.start[at]!,
  duration: columns.duration[at]!,
  status: columns.status[at]!,
  incomplete: columns.incomplete[at]!,
  state: columns.state[at]!,
  argumentsKey: columns.argumentsKey[at]!,
  reasoningRef: columns.reasoningRef[at]!,
  reasoningTokens: columns.reasoningTokens[at]!,
  tokensSource: columns.tokensSource[at]!,
  reasoningCost: columns.reasoningCost[at]!,
  thoughtCount: columns.thoughtCount[at]!,
  thoughtCharacters: columns.thoughtCharacters[at]!,
  hasPreamble: columns.hasPreamble[at]!,
  otherCharacters: columns.otherCharacters[at]!,
});

type Change = Partial<Record<string, (value: unknown) => unknown>>;

function columnsFrom(rows: readonly object[]): StoredColumns {
  const keys = Object.keys(rows[0] ?? {});
  const columns = keys.map((key) => [key, rows.map((row) => (row as Row)[key])] as const);
  return { length: rows.length, columns: Object.fromEntries(columns) };
}

function tableOf({ length, columns }: StoredColumns, change: Change): Table {
  const written: Record<string, Column> = {};
  if (length > 0)
    for (const [key, values] of Object.entries(columns)) {
      const of = change[key];
      written[key] = columnOf(of ? values.map(of) : values);
    }
  return { length, columns: written };
}

function columnOf(values: readonly unknown[]): Column {
  const [first] = values;
  if (values.every((value) => value === first)) return { all: first };
  if (values.every(isNumberOrNull)) return numbersOf(values);
  if (!values.every((value) => value === null || typeof value === 'string')) return { values: [...values] };
  const words = interner();
  return { at: values.map(words.of), words: words.all };
}

const isNumberOrNull = (value: unknown): value is number | null => value === null || typeof value === 'number';

/** Fractions are kept to the thousandth. Differences only where they are the smaller numbers: in times, not in sums. */
function numbersOf(values: readonly (number | null)[]): Column {
  const scale = values.every((value) => value === null || Number.isInteger(value)) ? 1 : 1000;
  if (!isSteady(values)) return scale === 1 ? { values: [...values] } : { values: values.map(rounded) };
  let before = 0;
  const steps = values.map((value) => {
    if (value === null) return null;
    const step = Math.round(value * scale) - before;
    before += step;
    return step;
  });
  return { scale, steps };
}

const rounded = (value: number | null) => (value === null ? null : toThousandth(value));

function isSteady(values: readonly (number | null)[]): boolean {
  let [before, sizes, steps] = [0, 0, 0];
  for (const value of values) {
    if (value === null) continue;
    sizes += Math.abs(value);
    steps += Math.abs(value - before);
    before = value;
  }
  return steps < sizes;
}

/** Every column in full, read as it is in a row. */
function columnsOf<Row>({ length, columns }: Table, change: Change): Columns<Row> {
  const read: Record<string, unknown[]> = {};
  for (const [key, column] of Object.entries(columns)) {
    const of = change[key] ?? same;
    if ('all' in column) read[key] = new Array<unknown>(length).fill(of(column.all));
    else if ('words' in column) {
      const words = column.words.map(of);
      const none = of(null);
      read[key] = column.at.map((at) => (at === null ? none : words[at]));
    } else {
      const values = 'steps' in column ? numbersFrom(column) : column.values;
      read[key] = of === same ? values : values.map(of);
    }
  }
  return read as unknown as Columns<Row>;
}

function numbersFrom({ scale, steps }: { scale: number; steps: (number | null)[] }): (number | null)[] {
  let value = 0;
  return steps.map((step) => (step === null ? null : (value += step) / scale));
}

function interner(): { all: string[]; of: (id: unknown) => number | null } {
  const known = new Map<string, number>();
  const all: string[] = [];
  const of = (id: unknown) => {
    if (typeof id !== 'string') return null;
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, all.length);
    return all.push(id) - 1;
  };
  return { all, of };
}

const same = (value: unknown) => value;
