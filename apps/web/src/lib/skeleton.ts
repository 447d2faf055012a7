/**
 * What the browser knows of a trace without any text: spans and descriptions of calls. The server sends them as columns with ids replaced by
 * numbers (a third of the bytes), as one string: the transformer of tRPC would walk every value. Both directions are here.
 * Times in milliseconds from the start of the trace, money in nano-dollars, null = not said.
 */
import { THINKING_STATES, type ReasoningTokenSource, type ThinkingState, type ToolType } from '@subtext/reasoning';

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

interface Wire {
  spanIds: string[];
  spans: Record<string, unknown[]>;
  calls: Record<string, unknown[]>;
}

export function encodeSkeleton({ spans, calls }: StoredRows): string {
  const spanIds = interner();
  const callIds = interner();
  const wire: Wire = {
    spans: columnsOf(spans.map((row) => ({ ...row, id: spanIds.of(row.id), parentId: spanIds.of(row.parentId) }))),
    calls: columnsOf(
      calls.map((row) => {
        const ids = {
          spanId: spanIds.of(row.spanId),
          ownerId: spanIds.of(row.ownerId),
          callId: callIds.of(row.callId),
          reasoningRef: callIds.of(row.reasoningRef),
        };
        return { ...row, ...ids };
      }),
    ),
    spanIds: spanIds.all,
  };
  return JSON.stringify(wire);
}

export function decodeSkeleton(text: string): TraceRows {
  const wire = JSON.parse(text) as Wire;
  const spanId = (index: unknown) => (index === null ? null : (wire.spanIds[index as number] ?? null));
  const spans = rowsOf(wire.spans).map((row) => ({
    ...row,
    id: spanId(row.id),
    parentId: spanId(row.parentId),
    state: stateOf(row.state, null),
  }));
  const calls = rowsOf(wire.calls).map((row) => ({
    ...row,
    spanId: spanId(row.spanId),
    ownerId: spanId(row.ownerId),
    state: stateOf(row.state, 'unreported'),
  }));
  return { spans, calls } as unknown as TraceRows;
}

/** A state that this version does not know is shown as not reported. */
function stateOf<Fallback>(state: unknown, fallback: Fallback): ThinkingState | Fallback {
  return THINKING_STATES.find((known) => known === state) ?? fallback;
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

/** Microseconds are enough. */
const short = (value: unknown) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value);

function columnsOf(rows: readonly object[]): Record<string, unknown[]> {
  const keys = Object.keys(rows[0] ?? {});
  return Object.fromEntries(keys.map((key) => [key, rows.map((row) => short((row as Record<string, unknown>)[key]))]));
}

function rowsOf(columns: Record<string, unknown[]>): Record<string, unknown>[] {
  const entries = Object.entries(columns);
  const length = entries[0]?.[1].length ?? 0;
  return Array.from({ length }, (_, index) => Object.fromEntries(entries.map(([key, values]) => [key, values[index]])));
}
