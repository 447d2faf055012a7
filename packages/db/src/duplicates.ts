/**
 * One logical generation per response id in a trace: a second instrumentation of the same call must not count it again. Step of
 * write-batch.ts, under the lock of the traces.
 */
import type { TransactionSql } from './connect.ts';
import { toJson } from './json-rows.ts';
import { traceKey, type LockedTraces } from './lock-traces.ts';
import type { StorableSpan } from './span-record.ts';
import { FIND_RESPONSES } from './write-statements.ts';

/** What is known of a response id: the span that counts, and whether its calls are described yet. */
interface KnownResponse {
  spanId: string;
  hasCalls: boolean;
}

export type Decided<Span extends StorableSpan> = Span & { duplicateOf: string | null };

/**
 * The first span of a response id counts, in the order of storing; later ones name it in `duplicateOf`. They keep their calls only when the
 * ones before had none (content capture off): so calls are described once, whichever came first.
 */
export async function decideDuplicates<Span extends StorableSpan>(
  sql: TransactionSql,
  spans: readonly Span[],
  traces: LockedTraces,
): Promise<Decided<Span>[]> {
  const known = await findResponses(sql, spans, traces);
  return spans.map((stored) => {
    const key = responseKey(stored);
    if (key === undefined) return { ...stored, duplicateOf: null };
    const response = known.get(key);
    if (response === undefined) {
      known.set(key, { spanId: stored.span.spanId, hasCalls: describesCalls(stored) });
      return { ...stored, duplicateOf: null };
    }
    // A replay of the span that counts: its insert will be no news.
    if (response.spanId === stored.span.spanId) return { ...stored, duplicateOf: null };
    const lends = !response.hasCalls && describesCalls(stored);
    if (lends) response.hasCalls = true;
    return { ...stored, duplicateOf: response.spanId, calls: lends ? stored.calls : [] };
  });
}

function describesCalls({ calls }: StorableSpan): boolean {
  return calls.some((call) => call.describedBy === 'generation');
}

function responseKey({ projectId, traceId, span }: StorableSpan): string | undefined {
  if (span.kind !== 'generation' || span.responseId === null) return undefined;
  return `${traceKey({ projectId, traceId })}/${span.responseId}`;
}

async function findResponses(
  sql: TransactionSql,
  spans: readonly StorableSpan[],
  traces: LockedTraces,
): Promise<Map<string, KnownResponse>> {
  const wanted = spans.flatMap((stored) => {
    const { day, isNew } = traces.get(traceKey(stored))!;
    if (isNew || responseKey(stored) === undefined) return [];
    return [{ projectId: stored.projectId, traceId: stored.traceId, day, responseId: stored.span.responseId }];
  });
  if (wanted.length === 0) return new Map();
  type Row = KnownResponse & { projectId: string; traceId: string; responseId: string };
  const rows = await sql.unsafe<Row[]>(FIND_RESPONSES, [toJson(wanted)], { prepare: true });
  return new Map(
    rows.map((row) => [`${traceKey(row)}/${row.responseId}`, { spanId: row.spanId, hasCalls: row.hasCalls }]),
  );
}
