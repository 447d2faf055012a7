/** Deletes the rows of spans that newer versions of them replace: step of write-batch.ts. */
import type { TransactionSql } from '../postgres/connect.ts';
import { copyRows } from '../postgres/copy-rows.ts';
import { rowsFromJson, toJson } from '../postgres/json-rows.ts';
import { packBodies, wholeBlock, type PayloadBlock, type ResultsBlock } from '../rows/payload-blocks.ts';
import { dropOf, SPAN_KEYS, type SpanKey } from '../rows/span-keys.ts';
import { spanKey } from './stored-rows.ts';
import { PAYLOADS } from './write-statements.ts';

const DROP_BLOCKS = `
  DELETE FROM payloads USING ${rowsFromJson(SPAN_KEYS)} AS given
  WHERE payloads.project_id = $2 AND payloads.project_id = given.project_id AND payloads.day = given.day
    AND payloads.trace_id = given.trace_id AND given.span_id = ANY (payloads.span_ids)
  RETURNING payloads.day, encode(payloads.trace_id, 'hex') AS "traceId",
    ARRAY(SELECT encode(id, 'hex') FROM unnest(payloads.span_ids) AS id) AS "spanIds", payloads.bodies, payloads.results`;

type Block = PayloadBlock & ResultsBlock & Pick<SpanKey, 'day' | 'traceId'>;

/** `keys`: of spans of one project. */
export async function dropSpans(sql: TransactionSql, keys: readonly SpanKey[]): Promise<void> {
  if (keys.length === 0) return;
  const { projectId } = keys[0]!;
  // Planned each time, because a plan for an empty partition would scan it when it is full.
  const run = <Row extends object>(statement: string) => sql.unsafe<Row[]>(statement, [toJson(keys), projectId]);
  for (const table of ['tool_call_texts', 'tool_calls', 'spans']) await run(dropOf(table));
  const isDropped = new Set(keys.map(spanKey));
  // The other bodies of a block are packed again.
  const rows = (await run<Block>(DROP_BLOCKS)).map(async (block) => {
    const { day, traceId } = block;
    const kept = (await wholeBlock(block)).filter(({ spanId }) => !isDropped.has(spanKey({ traceId, spanId })));
    const blocks = await packBodies(kept);
    return blocks.map((packed) => [{ projectId, day, traceId, spanId: packed.spanIds[0]! }, packed]);
  });
  await copyRows(sql, PAYLOADS, (await Promise.all(rows)).flat());
}
