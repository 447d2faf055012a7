/** The findings of a trace, in the order of its steps; or those of some of its model calls. */
import type { Sql } from '../../postgres/connect.ts';
import type { FindingRow } from '../../rows/evidence.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

export interface FindingQuery {
  /** null: of all. */
  spanIds: readonly string[] | null;
  limit: number;
  /** Findings after the one with this number. */
  after?: number;
}

export async function traceFindings(
  sql: Sql,
  { projectId, traceId }: TraceKey,
  { spanIds, limit, after = -1 }: FindingQuery,
): Promise<FindingRow[]> {
  const chosen =
    spanIds === null
      ? sql``
      : sql`and span_id = any (array(select decode(id, 'hex') from unnest(${[...spanIds]}::text[]) as id))`;
  return [
    ...(await sql<FindingRow[]>`
      select number, check_id as "checkId", encode(span_id, 'hex') as "spanId", call_index as "callIndex", confidence,
        tokens::float8 as tokens, cost::float8 as cost, evidence
      from check_findings
      where project_id = ${projectId} and trace_id = decode(${traceId}, 'hex') and number > ${after} ${chosen}
      order by number limit ${limit}`),
  ];
}
