/** Finds the traces that a deletion is of, and counts what belongs to them: the first step of trace-deletion.ts. */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { isToDelete } from '../projects/deletion-condition.ts';
import type { DeletionCounts, TraceDeletion } from '../projects/trace-deletions.ts';

interface Progress {
  /** The day before is collected. */
  until: string | null;
  foreseen: DeletionCounts;
}

/** Longer than a statement takes on the largest days. */
const STATEMENT_TIMEOUT = '10min';

/** One day is one transaction. Resolves to false when all days are collected, or the deletion was stopped. */
export function collectDay(sql: Sql, deletion: TraceDeletion): Promise<boolean> {
  const { projectId, id } = deletion;
  return sql.begin(async (transaction) => {
    await transaction.unsafe(`SET LOCAL statement_timeout = '${STATEMENT_TIMEOUT}'`);
    const [progress] = await transaction<Progress[]>`
      SELECT collected_until AS until, foreseen FROM deletions
      WHERE project_id = ${projectId} AND id = ${id} AND state = 'running' AND NOT is_stop_requested AND NOT is_collected
      FOR UPDATE`;
    if (!progress) return false;
    const [{ day }] = await transaction<[{ day: string | null }]>`
      SELECT min(day) AS day FROM traces
      WHERE project_id = ${projectId} ${progress.until === null ? sql`` : sql`AND day > ${progress.until}`}`;
    if (day === null) {
      await transaction`UPDATE deletions SET is_collected = true WHERE project_id = ${projectId} AND id = ${id}`;
      return false;
    }
    const found = await collect(transaction, deletion, day);
    await transaction`UPDATE deletions SET collected_until = ${day}, attempts = 0,
      foreseen = ${JSON.stringify(sumOf(progress.foreseen, found))}::text::jsonb
      WHERE project_id = ${projectId} AND id = ${id}`;
    return true;
  });
}

async function collect(sql: TransactionSql, deletion: TraceDeletion, day: string): Promise<DeletionCounts> {
  const { projectId, id, condition } = deletion;
  const { count: traces } = await sql`
    INSERT INTO deletion_traces (project_id, deletion_id, trace_id, day, spans)
    SELECT ${projectId}::uuid, ${id}::uuid, t.trace_id, t.day, t.span_count FROM traces t
    WHERE t.day = ${day} AND ${isToDelete(sql, projectId, condition)}
    ON CONFLICT DO NOTHING`;
  if (traces === 0) return {};
  const counts: Record<string, number> = { traces };
  for (const [kind, { of, counted, byDay }] of Object.entries(KINDS)) {
    const [row] = await sql.unsafe<{ count: number }[]>(
      `SELECT coalesce(sum(${counted}), 0)::float8 AS count FROM ${of} AS row
      JOIN deletion_traces AS found ON found.project_id = row.project_id AND found.trace_id = row.trace_id
      WHERE found.project_id = $1 AND found.deletion_id = $2 AND found.day = $3
        AND row.project_id = $1 ${byDay ? 'AND row.day = $3' : ''}`,
      [projectId, id, day],
    );
    if (row!.count > 0) counts[kind] = row!.count;
  }
  return counts;
}

/** What is counted as in DeletedRows (write/delete-trace.ts). */
const KINDS = {
  spans: { of: 'spans', counted: '1', byDay: true },
  calls: { of: 'tool_calls', counted: '1', byDay: true },
  thoughts: { of: 'tool_call_texts', counted: 'cardinality(row.thoughts)', byDay: true },
  payloads: { of: 'payloads', counted: 'cardinality(row.span_ids)', byDay: true },
  scores: { of: 'scores', counted: '1', byDay: false },
  shareLinks: { of: 'share_links', counted: '1', byDay: false },
} as const;

/** Kinds without any are left out. */
export function sumOf(...all: readonly DeletionCounts[]): DeletionCounts {
  const sums: Record<string, number> = {};
  for (const counts of all)
    for (const [kind, count] of Object.entries(counts)) if (count > 0) sums[kind] = (sums[kind] ?? 0) + count;
  return sums;
}
