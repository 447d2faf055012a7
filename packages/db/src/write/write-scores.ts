/**
 * Stores scores and comments. What arrives again under the same key is the same score, and the newest version of it
 * stays, in any order. A score may arrive before its trace.
 *
 *   lock the traces that exist (sorted) → find the traces that they became a part of → insert or update (sorted by key)
 */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { rowsFromJson, toJson } from '../postgres/json-rows.ts';
import { retrying } from '../postgres/retry.ts';
import { MAX_SCORES_PER_TRACE, type ScoreContent, type ScoreSource, type ScoreTarget } from '../rows/scores.ts';

export interface NewScore extends ScoreContent {
  projectId: string;
  /** Hex digits. */
  traceId: string;
  /** null = the whole trace. */
  spanId: string | null;
  target: ScoreTarget;
  source: ScoreSource;
  /** Id of the user who gave it; null = a program with a key. */
  authorId: string | null;
  keyId: string | null;
  /** Unique in the project. */
  idempotencyKey: string;
  /** When its sender gave or changed it, as PostgreSQL reads it. */
  at: string;
}

/** Resolves after the commit to the number of scores that were not stored because their trace has too many. */
export async function writeScores(sql: Sql, scores: readonly NewScore[]): Promise<number> {
  let refused = 0;
  for (const [projectId, ofProject] of Map.groupBy(scores, (score) => score.projectId)) {
    for (let from = 0; from < ofProject.length; from += SCORES_PER_TRANSACTION) {
      const part = ofProject.slice(from, from + SCORES_PER_TRANSACTION);
      refused += await retrying(sql, () => sql.begin((transaction) => write(transaction, projectId, part)));
    }
  }
  return refused;
}

/** Their comments alone may be ten megabytes. */
const SCORES_PER_TRANSACTION = 1_000;

const GIVEN = {
  traceId: 'hex',
  spanId: 'hex',
  target: 'text',
  name: 'text',
  number: 'double precision',
  label: 'text',
  thumbs: 'boolean',
  comment: 'text',
  source: 'text',
  authorId: 'text',
  keyId: 'uuid',
  idempotencyKey: 'text',
  at: 'timestamptz',
} as const;

/** Versions replace each other in this order. Two that were given at the same moment differ by their content. */
const version = (row: string, at: string, isRemoved: string): string =>
  `ROW(${row}.${at}, ${isRemoved}, coalesce(${row}.number, '-Infinity'), coalesce(${row}.label, ''),
    coalesce(${row}.thumbs, false), coalesce(${row}.name, ''), coalesce(${row}.comment, ''))`;

/** Whatever moves or deletes a trace locks it, and so finishes before this or finds the scores that this stores. */
const LOCK_TRACES = `
  SELECT FROM traces WHERE project_id = $2::uuid
    AND trace_id = ANY (ARRAY(SELECT trace_id FROM ${rowsFromJson({ traceId: 'hex' })} AS given))
  ORDER BY trace_id FOR KEY SHARE`;

const CONTENT = ['name', 'number', 'label', 'thumbs', 'comment'];
const UPDATED = ['trace_id', 'span_id', 'target', ...CONTENT, 'author_id', 'key_id', 'updated_at'];

/** A removed score has no content and does not count toward the limit, so one that comes back is added like a new one. */
const WRITE_SCORES = `
  WITH newest AS (
    SELECT DISTINCT ON (idempotency_key) * FROM ${rowsFromJson(GIVEN)} AS given
    ORDER BY idempotency_key, ${version('given', 'at', 'false')} DESC
  ), placed AS (
    SELECT newest.*, coalesce(joined.into_trace_id, newest.trace_id) AS current_id,
      stored.id IS NULL OR stored.removed_at IS NOT NULL
        AND ${version('stored', 'updated_at', 'true')} < ${version('newest', 'at', 'false')} AS is_added
    FROM newest
    LEFT JOIN joined_traces AS joined ON joined.project_id = $2::uuid AND joined.trace_id = newest.trace_id
    LEFT JOIN scores AS stored ON stored.project_id = $2::uuid AND stored.idempotency_key = newest.idempotency_key
  ), counted AS (
    SELECT placed.*, (
      SELECT count(*) FROM scores
      WHERE project_id = $2::uuid AND scores.trace_id = placed.current_id AND removed_at IS NULL
    ) + row_number() OVER (PARTITION BY current_id, is_added ORDER BY at, idempotency_key) > $3::int AND is_added AS is_refused
    FROM placed
  ), written AS (
    INSERT INTO scores (project_id, trace_id, span_id, target, ${CONTENT.join(', ')}, source, author_id, key_id,
      idempotency_key, updated_at)
    SELECT $2::uuid, current_id, span_id, target, ${CONTENT.join(', ')}, source, author_id, key_id, idempotency_key, at
    FROM counted WHERE NOT is_refused ORDER BY idempotency_key
    ON CONFLICT (project_id, idempotency_key) DO UPDATE SET
      ${UPDATED.map((column) => `${column} = excluded.${column}`).join(', ')},
      removed_at = NULL
    WHERE ${version('scores', 'updated_at', 'scores.removed_at IS NOT NULL')} < ${version('excluded', 'updated_at', 'false')}
  )
  SELECT count(*)::int AS refused FROM counted WHERE is_refused`;

async function write(sql: TransactionSql, projectId: string, scores: readonly NewScore[]): Promise<number> {
  const rows = toJson(scores);
  await sql.unsafe(LOCK_TRACES, [rows, projectId], { prepare: true });
  const [found] = await sql.unsafe<{ refused: number }[]>(WRITE_SCORES, [rows, projectId, MAX_SCORES_PER_TRACE], {
    prepare: true,
  });
  return found!.refused;
}
