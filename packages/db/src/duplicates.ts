/**
 * One description of the calls of a generation: a second instrumentation of the same call, or a log record that tells its contents, must not
 * count it again. Step of write-batch.ts, under the lock of the traces.
 */
import type { TransactionSql } from './connect.ts';
import { toJson } from './json-rows.ts';
import { traceKey, type LockedTraces } from './lock-traces.ts';
import type { RowChange } from './row-change.ts';
import type { CallRecord, StorableSpan } from './span-record.ts';
import { FIND_DESCRIBED, FIND_RESPONSES } from './write-statements.ts';

/** What is known of a response id, or of the span that a log record tells of. */
interface Known {
  /** The span that counts; null = none is stored yet. */
  spanId: string | null;
  /** Its calls are described already, by whichever row. */
  hasCalls: boolean;
  /** By the span that counts. */
  countsCalls: boolean;
  /** The span that counts knows tokens. One that does not, of an answer that was waited for or broke off, steps back for one that does. */
  hasFigures: boolean;
  /** Log records are stored that have something for the row of the span (lend.ts). */
  hasRecords: boolean;
  /** What log records that are stored say that it cost (lend-cost.ts). */
  toldCost: number | null;
}

export type Decided<Span extends StorableSpan> = Span & {
  /** Id of the span that counts in its place; null = it counts itself. */
  duplicateOf: string | null;
  /** It came without calls. */
  isBare: boolean;
  /** Log records are stored that have something for the row of the span (lend.ts). */
  hasRecords: boolean;
  /** What log records that are stored say that it cost (lend-cost.ts). */
  toldCost: number | null;
};

export interface Decisions<Span extends StorableSpan> {
  spans: Decided<Span>[];
  /** Of rows that were stored before and counted until now. */
  changes: RowChange[];
}

/**
 * Decides for each new span whether it counts, and which of its calls are stored, in the order of `spans`. The first span of a response id that
 * knows its tokens counts, in the order of storing, or the first of all; the others name it in `duplicateOf`. A log record names the span it tells
 * of and never counts. Calls are described by the first row that has any: so they are described once, whichever came first. `traces`: as locked,
 * with what is stored of them.
 */
export async function decideDuplicates<Span extends StorableSpan>(
  sql: TransactionSql,
  spans: readonly Span[],
  traces: LockedTraces,
): Promise<Decisions<Span>> {
  const known = await findKnown(sql, spans, traces);
  const stepped = new Map<string, Stepped>();
  const decided = spans.map((stored) => decide(stored, known, stepped));
  const changes: RowChange[] = [];
  const own = new Set(spans.map((stored) => keyIn(stored, stored.span.spanId)));
  for (const [key, { projectId, traceId, ...change }] of stepped) {
    const { day } = traces.get(traceKey({ projectId, traceId }))!;
    if (!own.has(key)) changes.push({ projectId, traceId, day, attachedTo: null, ...change });
  }
  return { spans: decided.map((span) => asStepped(span, stepped.get(keyIn(span, span.span.spanId)))), changes };
}

/** The row that counted, and the one that counts in its place. */
type Stepped = Omit<RowChange, 'day' | 'attachedTo' | 'duplicateOf'> & { duplicateOf: string };

function asStepped<Span extends StorableSpan>(span: Decided<Span>, stepped: Stepped | undefined): Decided<Span> {
  if (!stepped) return span;
  const calls = stepped.isSilenced ? span.calls.flatMap(asHistory) : span.calls;
  return { ...span, calls, duplicateOf: stepped.duplicateOf };
}

function decide<Span extends StorableSpan>(
  stored: Span,
  known: Map<string, Known>,
  stepped: Map<string, Stepped>,
): Decided<Span> {
  const keys = keysOf(stored).map((id) => keyIn(stored, id));
  const facts = keys.flatMap((key) => known.get(key) ?? []);
  const original = facts.find(({ spanId }) => spanId !== null)?.spanId ?? null;
  const { attachedTo, span, calls } = stored;
  const describes = describesCalls(stored);
  const hasRecords = facts.some((fact) => fact.hasRecords);
  const toldCost = facts.find((fact) => fact.toldCost !== null)?.toldCost ?? null;
  const seen = { isBare: !describes, hasRecords, toldCost };
  // A replay of the span that counts: its insert will be no news.
  if (attachedTo === undefined && original === span.spanId) return { ...stored, ...seen, duplicateOf: null };
  const hadCalls = facts.some(({ hasCalls }) => hasCalls);
  const countsCalls = facts.some((fact) => fact.countsCalls);
  const hadFigures = facts.some((fact) => fact.hasFigures);
  if (attachedTo === undefined && original !== null && knowsTokens(span) && !hadFigures) {
    const { projectId, traceId } = stored;
    const isSilenced = describes && countsCalls;
    const change = { projectId, traceId, spanId: original, duplicateOf: span.spanId, isSilenced };
    stepped.set(keyIn(stored, original), change);
    const counted = { spanId: span.spanId, hasCalls: hadCalls || describes, hasFigures: true, countsCalls: describes };
    for (const key of keys) known.set(key, { ...counted, hasRecords, toldCost });
    const calls = hadCalls && !countsCalls ? stored.calls.flatMap(asHistory) : stored.calls;
    return { ...stored, ...seen, duplicateOf: null, calls };
  }
  const counts = attachedTo === undefined ? (original ?? span.spanId) : original;
  const isFirst = attachedTo === undefined && original === null;
  const hasFigures = hadFigures || (isFirst && knowsTokens(span));
  const described = {
    hasCalls: hadCalls || describes,
    countsCalls: countsCalls || (isFirst && describes && !hadCalls),
  };
  for (const key of keys) known.set(key, { spanId: counts, ...described, hasRecords, hasFigures, toldCost });
  if (attachedTo === undefined && original !== null) {
    return {
      ...stored,
      ...seen,
      duplicateOf: original,
      calls: describes && !hadCalls ? calls : calls.flatMap(asHistory),
    };
  }
  const told = hadCalls ? calls.filter(({ describedBy }) => describedBy !== 'generation') : calls;
  return { ...stored, ...seen, duplicateOf: attachedTo ?? null, calls: told };
}

/**
 * A call of a span that does not count, since another span already describes the same response: kept as if a later request had repeated it
 * (`describedBy: 'history'`, without tokens or cost). So it enters no sum, and what it knows (results, thoughts) is joined by call id when read.
 * Gives no call where there is nothing to join: no call id, or neither a thought nor a reference to one. Calls that the span did not describe (tools
 * that ran) stay as they are.
 */
export function asHistory(call: CallRecord): CallRecord[] {
  if (call.describedBy !== 'generation') return [call];
  const joins = call.callId !== null && call.type !== 'answer' && call.type !== 'trailing';
  if (!joins || (call.thoughtCount === 0 && call.reasoningRef === null)) return [];
  const unpaid = { reasoningTokens: null, reasoningTokensSource: null, reasoningCost: null };
  return [{ ...call, ...unpaid, describedBy: 'history' }];
}

export const knowsTokens = ({ inputTokens, outputTokens }: StorableSpan['span']): boolean =>
  inputTokens !== null || outputTokens !== null;

/** Whether the row tells which calls the model asked for; rows of tools that ran, and of repeated history, do not. */
export function describesCalls({ calls }: StorableSpan): boolean {
  return calls.some((call) => call.describedBy === 'generation');
}

/**
 * What the column `response_id` of the row holds: the provider's response id; `span:<span id>` for a log record of a sender that tells none, which
 * is found by the span it tells of; null when there is neither.
 */
export function responseIdOf({ span, attachedTo }: StorableSpan): string | null {
  return span.responseId ?? (attachedTo === undefined ? null : toldOf(attachedTo));
}

const toldOf = (spanId: string): string => `span:${spanId}`;

/**
 * Values of `response_id` under which another row may describe the same calls; none for rows that are neither generation nor log record, and for
 * records of a cost: what they tell of and what they are attached to are two spans.
 */
export function keysOf({ span, attachedTo, lendsCost }: StorableSpan): string[] {
  if (lendsCost !== undefined || (span.kind !== 'generation' && attachedTo === undefined)) return [];
  const told = toldOf(attachedTo ?? span.spanId);
  return span.responseId === null ? [told] : [span.responseId, told];
}

function keyIn(stored: { projectId: string; traceId: string }, id: string): string {
  return `${traceKey(stored)}/${id}`;
}

const NOT_COUNTED: Known = {
  spanId: null,
  hasCalls: true,
  countsCalls: false,
  hasRecords: false,
  hasFigures: false,
  toldCost: null,
};

async function findKnown(
  sql: TransactionSql,
  spans: readonly StorableSpan[],
  traces: LockedTraces,
): Promise<Map<string, Known>> {
  // Nothing is known of a trace that this batch begins.
  const earlier = spans.flatMap((stored) => {
    const { day, isNew } = traces.get(traceKey(stored))!;
    return isNew ? [] : [{ stored, trace: { projectId: stored.projectId, traceId: stored.traceId, day } }];
  });
  const responses = earlier.flatMap(({ stored, trace }) =>
    keysOf(stored).map((responseId) => ({ ...trace, responseId })),
  );
  const attached = earlier.flatMap(({ stored: { attachedTo, lendsCost }, trace }) =>
    attachedTo === undefined || lendsCost !== undefined ? [] : [{ ...trace, spanId: attachedTo }],
  );
  const known = new Map<string, Known>();
  type Row = { projectId: string; traceId: string };
  const given = (rows: readonly Row[]) => [toJson(rows), rows[0]!.projectId];
  if (responses.length > 0) {
    const rows = await sql.unsafe<(Row & Known & { responseId: string })[]>(FIND_RESPONSES, given(responses), {
      prepare: true,
    });
    for (const { projectId, traceId, responseId, ...facts } of rows)
      known.set(keyIn({ projectId, traceId }, responseId), facts);
  }
  if (attached.length > 0) {
    const rows = await sql.unsafe<(Row & { spanId: string })[]>(FIND_DESCRIBED, given(attached), { prepare: true });
    for (const row of rows) known.set(keyIn(row, toldOf(row.spanId)), NOT_COUNTED);
  }
  return known;
}
