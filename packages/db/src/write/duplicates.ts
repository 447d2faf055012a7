/**
 * Makes sure that the calls of a generation are described once: a second instrumentation of the same call, or a log
 * record with its content, must not count them again. Step of write-batch.ts, under the lock of the traces.
 */
import type { TransactionSql } from '../postgres/connect.ts';
import { toJson } from '../postgres/json-rows.ts';
import { traceKey, type LockedTraces } from './lock-traces.ts';
import type { RowChange } from './row-change.ts';
import type { CallRecord, StorableSpan } from '@subtext/trace';
import { FIND_DESCRIBED, FIND_RESPONSES } from './write-statements.ts';

/** The stored rows of a response id, or of the span that a log record describes. */
interface StoredResponse {
  /** The span that counts; null = none is stored yet. */
  spanId: string | null;
  /** Some row already describes its calls. */
  hasCalls: boolean;
  /** The span that counts describes them. */
  countsCalls: boolean;
  /**
   * The span that counts reports tokens. One without tokens (its response was still running or was interrupted) gives
   * way to one with tokens.
   */
  hasFigures: boolean;
  /** Stored log records have something for the row of the span (fill-from-log-records.ts). */
  hasRecords: boolean;
  /** The cost that stored log records report (fill-costs.ts). */
  reportedCost: number | null;
}

export type Decided<Span extends StorableSpan> = Span & {
  /** Id of the span that counts instead; null = this span counts. */
  duplicateOf: string | null;
  /** The span arrived without calls. */
  isBare: boolean;
  /** Stored log records have something for the row of the span (fill-from-log-records.ts). */
  hasRecords: boolean;
  /** The cost that stored log records report (fill-costs.ts). */
  reportedCost: number | null;
};

export interface Decisions<Span extends StorableSpan> {
  spans: Decided<Span>[];
  /** Changes to stored rows that counted until now. */
  changes: RowChange[];
}

/**
 * Decides for each new span whether it counts and which of its calls are stored. Keeps the order of `spans`. Of the
 * spans with the same response id, the first stored one that reports tokens counts, or the first one when none does;
 * the others name it in `duplicateOf`. A log record names the span it describes and never counts. The first row with
 * calls describes them, so they are described once in any order of arrival. `traces`: the locked traces.
 */
export async function decideDuplicates<Span extends StorableSpan>(
  sql: TransactionSql,
  spans: readonly Span[],
  traces: LockedTraces,
): Promise<Decisions<Span>> {
  const storedResponses = await findStoredResponses(sql, spans, traces);
  const replacements = new Map<string, Replacement>();
  const decided = spans.map((stored) => decide(stored, storedResponses, replacements));
  const changes: RowChange[] = [];
  const own = new Set(spans.map((stored) => keyInTrace(stored, stored.span.spanId)));
  for (const [key, { projectId, traceId, ...change }] of replacements) {
    const { day } = traces.get(traceKey({ projectId, traceId }))!;
    if (!own.has(key)) changes.push({ projectId, traceId, day, attachedTo: null, ...change });
  }
  return {
    spans: decided.map((span) => asReplaced(span, replacements.get(keyInTrace(span, span.span.spanId)))),
    changes,
  };
}

/** The row that counted so far, and the one that counts instead. */
type Replacement = Omit<RowChange, 'day' | 'attachedTo' | 'duplicateOf'> & { duplicateOf: string };

function asReplaced<Span extends StorableSpan>(
  span: Decided<Span>,
  replacement: Replacement | undefined,
): Decided<Span> {
  if (!replacement) return span;
  const calls = replacement.isSilenced ? span.calls.flatMap(asHistory) : span.calls;
  return { ...span, calls, duplicateOf: replacement.duplicateOf };
}

function decide<Span extends StorableSpan>(
  stored: Span,
  storedResponses: Map<string, StoredResponse>,
  replacements: Map<string, Replacement>,
): Decided<Span> {
  const keys = responseKeys(stored).map((id) => keyInTrace(stored, id));
  const facts = keys.flatMap((key) => storedResponses.get(key) ?? []);
  const original = facts.find(({ spanId }) => spanId !== null)?.spanId ?? null;
  const { attachedTo, span, calls } = stored;
  const describes = describesCalls(stored);
  const hasRecords = facts.some((fact) => fact.hasRecords);
  const reportedCost = facts.find((fact) => fact.reportedCost !== null)?.reportedCost ?? null;
  const details = { isBare: !describes, hasRecords, reportedCost };
  // A replay of the span that counts. Its insert will change nothing.
  if (attachedTo === undefined && original === span.spanId) return { ...stored, ...details, duplicateOf: null };
  const hadCalls = facts.some(({ hasCalls }) => hasCalls);
  const countsCalls = facts.some((fact) => fact.countsCalls);
  const hadFigures = facts.some((fact) => fact.hasFigures);
  if (attachedTo === undefined && original !== null && hasTokens(span) && !hadFigures) {
    const { projectId, traceId } = stored;
    const isSilenced = describes && countsCalls;
    const change = { projectId, traceId, spanId: original, duplicateOf: span.spanId, isSilenced };
    replacements.set(keyInTrace(stored, original), change);
    const counted = { spanId: span.spanId, hasCalls: hadCalls || describes, hasFigures: true, countsCalls: describes };
    for (const key of keys) storedResponses.set(key, { ...counted, hasRecords, reportedCost });
    const calls = hadCalls && !countsCalls ? stored.calls.flatMap(asHistory) : stored.calls;
    return { ...stored, ...details, duplicateOf: null, calls };
  }
  const counts = attachedTo === undefined ? (original ?? span.spanId) : original;
  const isFirst = attachedTo === undefined && original === null;
  const hasFigures = hadFigures || (isFirst && hasTokens(span));
  const described = {
    hasCalls: hadCalls || describes,
    countsCalls: countsCalls || (isFirst && describes && !hadCalls),
  };
  for (const key of keys)
    storedResponses.set(key, { spanId: counts, ...described, hasRecords, hasFigures, reportedCost });
  if (attachedTo === undefined && original !== null) {
    return {
      ...stored,
      ...details,
      duplicateOf: original,
      calls: describes && !hadCalls ? calls : calls.flatMap(asHistory),
    };
  }
  const kept = hadCalls ? calls.filter(({ describedBy }) => describedBy !== 'generation') : calls;
  return { ...stored, ...details, duplicateOf: attachedTo ?? null, calls: kept };
}

/**
 * Converts a call of a span that does not count because another span describes the same response. It is stored as if a
 * later request had repeated it (`describedBy: 'history'`, without tokens or cost). It is in no sum, and queries join
 * its content (results, thoughts) by call id. Returns nothing when there is nothing to join: no call id, or neither a
 * thought nor a reference to one. Calls that the span executed (tools) stay as they are.
 */
export function asHistory(call: CallRecord): CallRecord[] {
  if (call.describedBy !== 'generation') return [call];
  const joins = call.callId !== null && call.type !== 'answer' && call.type !== 'trailing';
  if (!joins || (call.thoughtCount === 0 && call.reasoningRef === null)) return [];
  const uncharged = { reasoningTokens: null, reasoningTokensSource: null, reasoningCost: null };
  return [{ ...call, ...uncharged, describedBy: 'history' }];
}

export const hasTokens = ({ inputTokens, outputTokens }: StorableSpan['span']): boolean =>
  inputTokens !== null || outputTokens !== null;

/**
 * True when the row describes which calls the model requested. Rows of executed tools and of repeated history do not.
 */
export function describesCalls({ calls }: StorableSpan): boolean {
  return calls.some((call) => call.describedBy === 'generation');
}

/**
 * The value of the column `response_id`: the provider's response id; `span:<span id>` for a log record without one,
 * which is found by the span that it describes; otherwise null.
 */
export function responseIdOf({ span, attachedTo }: StorableSpan): string | null {
  return span.responseId ?? (attachedTo === undefined ? null : spanResponseId(attachedTo));
}

const spanResponseId = (spanId: string): string => `span:${spanId}`;

/**
 * Values of `response_id` under which another row may describe the same calls. None for rows that are neither
 * generations nor log records, and none for records of a cost, because the span that they describe is not the one they
 * are attached to.
 */
export function responseKeys({ span, attachedTo, logRecordCost }: StorableSpan): string[] {
  if (logRecordCost !== undefined || (span.kind !== 'generation' && attachedTo === undefined)) return [];
  const ofSpan = spanResponseId(attachedTo ?? span.spanId);
  return span.responseId === null ? [ofSpan] : [span.responseId, ofSpan];
}

function keyInTrace(stored: { projectId: string; traceId: string }, id: string): string {
  return `${traceKey(stored)}/${id}`;
}

const NOT_COUNTED: StoredResponse = {
  spanId: null,
  hasCalls: true,
  countsCalls: false,
  hasRecords: false,
  hasFigures: false,
  reportedCost: null,
};

async function findStoredResponses(
  sql: TransactionSql,
  spans: readonly StorableSpan[],
  traces: LockedTraces,
): Promise<Map<string, StoredResponse>> {
  // Traces that this batch creates have no stored rows.
  const earlier = spans.flatMap((stored) => {
    const { day, isNew } = traces.get(traceKey(stored))!;
    return isNew ? [] : [{ stored, trace: { projectId: stored.projectId, traceId: stored.traceId, day } }];
  });
  const responses = earlier.flatMap(({ stored, trace }) =>
    responseKeys(stored).map((responseId) => ({ ...trace, responseId })),
  );
  const attached = earlier.flatMap(({ stored: { attachedTo, logRecordCost }, trace }) =>
    attachedTo === undefined || logRecordCost !== undefined ? [] : [{ ...trace, spanId: attachedTo }],
  );
  const storedResponses = new Map<string, StoredResponse>();
  type Row = { projectId: string; traceId: string };
  const given = (rows: readonly Row[]) => [toJson(rows), rows[0]!.projectId];
  if (responses.length > 0) {
    const rows = await sql.unsafe<(Row & StoredResponse & { responseId: string })[]>(FIND_RESPONSES, given(responses), {
      prepare: true,
    });
    for (const { projectId, traceId, responseId, ...facts } of rows)
      storedResponses.set(keyInTrace({ projectId, traceId }, responseId), facts);
  }
  if (attached.length > 0) {
    const rows = await sql.unsafe<(Row & { spanId: string })[]>(FIND_DESCRIBED, given(attached), { prepare: true });
    for (const row of rows) storedResponses.set(keyInTrace(row, spanResponseId(row.spanId)), NOT_COUNTED);
  }
  return storedResponses;
}
