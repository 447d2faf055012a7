/** Unpacks what an export needs of the payloads of some traces of one day: spans as they were sent, and long results. */
import type { Sql } from '../../postgres/connect.ts';
import {
  bodiesOf,
  hasSpanOf,
  RESULTS,
  resultsOf,
  type PayloadBlock,
  type ResultsBlock,
} from '../../rows/payload-blocks.ts';
import type { CallKey } from '../../rows/row-keys.ts';

interface TraceSpan {
  traceId: string;
  spanId: string;
}

export interface ExportTexts {
  /** The span as it was sent; null when it was stored without. */
  sent: (span: TraceSpan) => string | null;
  /** The result of a call that is not in its row; null when there is none. */
  result: (call: TraceSpan & CallKey) => string | null;
}

interface SomeTraces {
  projectId: string;
  day: string;
  traceIds: readonly string[];
  /** Only of these spans; undefined: of all. */
  spanIds?: readonly string[];
}

/** Blocks fetched at a time. */
const BLOCKS = 16;

/** The caller bounds the number of spans, and so what is in memory. */
export async function exportTexts(sql: Sql, some: SomeTraces): Promise<ExportTexts> {
  const { projectId, day, traceIds, spanIds } = some;
  const ofSpans = spanIds === undefined ? sql`` : sql`AND ${hasSpanOf(sql, spanIds)}`;
  const blocks = sql<(PayloadBlock & ResultsBlock & { traceId: string })[]>`
    SELECT encode(p.trace_id, 'hex') AS "traceId", ARRAY(SELECT encode(id, 'hex') FROM unnest(p.span_ids) AS id) AS "spanIds",
      p.bodies, ${sql.unsafe(RESULTS)} AS results
    FROM payloads AS p
    WHERE p.project_id = ${projectId} AND p.day = ${day}::date
      AND p.trace_id = ANY (ARRAY(SELECT decode(id, 'hex') FROM unnest(${[...traceIds]}::text[]) AS id)) ${ofSpans}`;
  const wanted = spanIds && new Set(spanIds);
  const [sent, results] = [new Map<string, string>(), new Map<string, string>()];
  for await (const several of blocks.cursor(BLOCKS)) {
    for (const { traceId, ...block } of several) {
      for (const { spanId, body } of await bodiesOf(block))
        if (wanted?.has(spanId) ?? true) sent.set(`${traceId}/${spanId}`, body);
      for (const { spanId, index, text } of await resultsOf(block))
        if (wanted?.has(spanId) ?? true) results.set(`${traceId}/${spanId}/${index}`, text);
    }
  }
  return {
    sent: ({ traceId, spanId }) => sent.get(`${traceId}/${spanId}`) ?? null,
    result: ({ traceId, spanId, index }) => results.get(`${traceId}/${spanId}/${index}`) ?? null,
  };
}
