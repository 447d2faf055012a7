/**
 * Joins traces that report the same run, after a batch is committed and before its sender gets an answer: a batch that
 * is sent again, because this failed, is compared again (docs/development/decisions/0038).
 *
 *   does the project have spans of both kinds? → other spans with the distinctive ids of the batch (by index)
 *   → which traces are one run (packages/trace) → each pair in a transaction (move-trace.ts)
 */
import { SDK_SCOPE } from '@subtext/reasoning';
import {
  distinctiveId,
  endOf,
  tracesToJoin,
  type DistinctiveId,
  type Sighting,
  type StorableSpan,
} from '@subtext/trace';
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { rowsFromJson, toJson } from '../postgres/json-rows.ts';
import { retrying } from '../postgres/retry.ts';
import { moveTrace } from './move-trace.ts';
import { PLAN_BY_INDEX } from './write-statements.ts';

/** `spans`: of one project, and committed. */
export type JoinTraces = (spans: readonly StorableSpan[]) => Promise<void>;

export function joiningTraces(sql: Sql): JoinTraces {
  const isMixed = mixedProjects(sql);
  return async (spans) => {
    const { projectId } = spans[0]!;
    if (!(await isMixed(projectId, spans))) return;
    const ids = new Map(spans.flatMap((span) => distinctiveId(span) ?? []).map((one) => [one.id, one]));
    if (ids.size === 0) return;
    const pairs = tracesToJoin(await sightingsOf(sql, projectId, [...ids.values()]));
    for (const { ofSdk, ofOther } of pairs)
      await retrying(sql, () =>
        sql.begin((transaction) => moveTrace(transaction, { projectId, traces: [ofSdk, ofOther] })),
      );
  };
}

const isOfSdk = ({ span }: StorableSpan): boolean => span.scope === SDK_SCOPE;

/**
 * Resolves to whether a project has spans of the SDK and of others. Each kind is noted before it is asked for the
 * other, so of two batches that are stored at the same time at least the later one learns of both.
 */
function mixedProjects(sql: Sql): (projectId: string, spans: readonly StorableSpan[]) => Promise<boolean> {
  const noted = new Set<string>();
  const mixed = new Set<string>();
  return async (projectId, spans) => {
    if (mixed.has(projectId)) return true;
    const kinds = new Set(spans.map((span) => (isOfSdk(span) ? 'has_sdk_spans' : 'has_other_spans')));
    for (const column of kinds) {
      if (noted.has(`${projectId} ${column}`)) continue;
      await sql`UPDATE projects SET ${sql(column)} = true WHERE id = ${projectId} AND NOT ${sql(column)}`;
      noted.add(`${projectId} ${column}`);
    }
    const rows = await sql`SELECT FROM projects WHERE id = ${projectId} AND has_sdk_spans AND has_other_spans`;
    if (rows.length > 0) mixed.add(projectId);
    return rows.length > 0;
  };
}

/** An id that more spans have proves nothing, so no more of them are read. */
const MAX_SIGHTINGS = 20;

/**
 * The traces of today and yesterday: both report a call within minutes. The range and the order make the planner take
 * the index of the id.
 */
const FIND_SIGHTINGS = [
  { source: 'response', column: 'response_id' },
  { source: 'call', column: 'call_id' },
]
  .map(
    ({ source, column }) => `
  SELECT given.id, encode(found.trace_id, 'hex') AS "traceId", found.scope IS NOT DISTINCT FROM '${SDK_SCOPE}' AS "isOfSdk",
    (extract(epoch FROM found.started_at) * 1000000)::float8 AS "startedAt", found.duration_ns::float8 AS "durationNs"
  FROM ${rowsFromJson({ source: 'text', id: 'text' })} AS given
  CROSS JOIN (VALUES (current_date), (current_date - 1)) AS days (day)
  CROSS JOIN LATERAL (
    SELECT * FROM spans WHERE spans.project_id = $2 AND spans.day = days.day
      AND spans.${column} BETWEEN given.id AND given.id ORDER BY spans.${column} LIMIT ${MAX_SIGHTINGS}
  ) AS found
  WHERE given.source = '${source}'`,
  )
  .join(' UNION ALL ');

async function sightingsOf(sql: Sql, projectId: string, ids: readonly DistinctiveId[]): Promise<Sighting[]> {
  type Row = Omit<Sighting, 'endedAt'> & { durationNs: number | null };
  const rows = await sql.begin(async (transaction: TransactionSql) => {
    const [, found] = await Promise.all([
      transaction.unsafe(PLAN_BY_INDEX),
      transaction.unsafe<Row[]>(FIND_SIGHTINGS, [toJson(ids), projectId], { prepare: true }),
    ]);
    return found;
  });
  const isCommon = new Set(
    [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, found]) => (found.length >= MAX_SIGHTINGS ? [id] : [])),
  );
  return rows
    .filter(({ id }) => !isCommon.has(id))
    .map(({ durationNs, ...row }) => ({ ...row, endedAt: endOf(row.startedAt, durationNs) }));
}
