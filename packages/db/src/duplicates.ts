/**
 * One description of the calls of a generation: a second instrumentation of the same call, or a log record that tells its contents, must not
 * count it again. Step of write-batch.ts, under the lock of the traces.
 */
import type { TransactionSql } from './connect.ts';
import { toJson } from './json-rows.ts';
import { traceKey, type LockedTraces } from './lock-traces.ts';
import type { CallRecord, StorableSpan } from './span-record.ts';
import { FIND_DESCRIBED, FIND_RESPONSES } from './write-statements.ts';

/** What is known of a response id, or of the span that a log record tells of. */
interface Known {
  /** The span that counts; null = none is stored yet. */
  spanId: string | null;
  /** Its calls are described already, by whichever row. */
  hasCalls: boolean;
  /** Log records are stored that have something for the row of the span (lend.ts). */
  hasRecords: boolean;
}

export type Decided<Span extends StorableSpan> = Span & {
  /** Id of the span that counts in its place; null = it counts itself. */
  duplicateOf: string | null;
  /** It came without calls. */
  isBare: boolean;
  /** Log records are stored that have something for the row of the span (lend.ts). */
  hasRecords: boolean;
};

/**
 * Decides for each new span whether it counts, and which of its calls are stored, in the order of `spans`. The first span of a response id counts,
 * in the order of storing; later ones name it in `duplicateOf`. A log record names the span it tells of and never counts. Calls are described by
 * the first row that has any: so they are described once, whichever came first. `traces`: as locked, with what is stored of them.
 */
export async function decideDuplicates<Span extends StorableSpan>(
  sql: TransactionSql,
  spans: readonly Span[],
  traces: LockedTraces,
): Promise<Decided<Span>[]> {
  const known = await findKnown(sql, spans, traces);
  return spans.map((stored) => decide(stored, known));
}

function decide<Span extends StorableSpan>(stored: Span, known: Map<string, Known>): Decided<Span> {
  const keys = keysOf(stored).map((id) => keyIn(stored, id));
  const facts = keys.flatMap((key) => known.get(key) ?? []);
  const original = facts.find(({ spanId }) => spanId !== null)?.spanId ?? null;
  const { attachedTo, span, calls } = stored;
  const describes = describesCalls(stored);
  const hasRecords = facts.some((fact) => fact.hasRecords);
  const seen = { isBare: !describes, hasRecords };
  // A replay of the span that counts: its insert will be no news.
  if (attachedTo === undefined && original === span.spanId) return { ...stored, ...seen, duplicateOf: null };
  const hadCalls = facts.some(({ hasCalls }) => hasCalls);
  const counts = attachedTo === undefined ? (original ?? span.spanId) : original;
  for (const key of keys) known.set(key, { spanId: counts, hasCalls: hadCalls || describes, hasRecords });
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

/** Values of `response_id` under which another row may describe the same calls; none for rows that are neither generation nor log record. */
export function keysOf({ span, attachedTo }: StorableSpan): string[] {
  if (span.kind !== 'generation' && attachedTo === undefined) return [];
  const told = toldOf(attachedTo ?? span.spanId);
  return span.responseId === null ? [told] : [span.responseId, told];
}

function keyIn(stored: { projectId: string; traceId: string }, id: string): string {
  return `${traceKey(stored)}/${id}`;
}

const NOT_COUNTED: Known = { spanId: null, hasCalls: true, hasRecords: false };

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
  const attached = earlier.flatMap(({ stored: { attachedTo }, trace }) =>
    attachedTo === undefined ? [] : [{ ...trace, spanId: attachedTo }],
  );
  const known = new Map<string, Known>();
  type Row = { projectId: string; traceId: string };
  if (responses.length > 0) {
    const rows = await sql.unsafe<(Row & Known & { responseId: string })[]>(FIND_RESPONSES, [toJson(responses)], {
      prepare: true,
    });
    for (const { spanId, hasCalls, hasRecords, ...row } of rows)
      known.set(keyIn(row, row.responseId), { spanId, hasCalls, hasRecords });
  }
  if (attached.length > 0) {
    const rows = await sql.unsafe<(Row & { spanId: string })[]>(FIND_DESCRIBED, [toJson(attached)], { prepare: true });
    for (const row of rows) known.set(keyIn(row, toldOf(row.spanId)), NOT_COUNTED);
  }
  return known;
}
