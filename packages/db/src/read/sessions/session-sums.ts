/**
 * The totals of a session's traces, shared by the list of sessions and the page of one. A turn of a session is a trace.
 */
import type { Fragment, Row } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import type { TraceCounts } from '../traces/trace-list-row.ts';

export interface SessionSums extends TraceCounts {
  /** The alphabetically first user of its turns, and the number of different users. */
  userId: string | null;
  users: number;
  turns: number;
  startedAt: Date;
  endedAt: Date;
  /** When the last new span was stored. */
  updatedAt: Date;
}

/** Sums over `traces t`, as text when a sum may exceed what a JavaScript number holds exactly. */
export const sessionSums = (sql: Sql): Fragment => sql`
  min(t.user_id) as user_id, count(distinct t.user_id)::int as users, count(*)::int as turns, sum(t.step_count)::float8 as steps,
  sum(t.error_count)::float8 as errors, sum(t.open_count)::float8 as open, sum(t.generation_count)::float8 as generations,
  sum(t.generations_reporting)::float8 as reporting, sum(t.generations_unpriced)::float8 as unpriced,
  sum(t.runs_counted)::float8 as runs, sum(t.generations_in_runs)::float8 as in_runs,
  sum(t.input_tokens)::text as input_tokens, sum(t.output_tokens)::text as output_tokens, sum(t.reasoning_tokens)::text as reasoning_tokens,
  sum(t.input_cost)::text as input, sum(t.answer_cost - t.untold_cost)::text as answer, sum(t.untold_cost)::text as untold,
  sum(t.readable_cost)::text as readable, sum(t.summary_cost)::text as summary, sum(t.no_text_cost)::text as no_text,
  min(t.started_at) as started_at, max(t.ended_at) as ended_at, max(t.updated_at) as updated_at`;

export const readSessionSums = (row: Row): SessionSums => ({
  userId: row.user_id,
  users: row.users,
  turns: row.turns,
  steps: row.steps ?? 0,
  errors: row.errors ?? 0,
  open: row.open ?? 0,
  generations: row.generations ?? 0,
  generationsReporting: row.reporting ?? 0,
  generationsUnpriced: row.unpriced ?? 0,
  runsCounted: row.runs ?? 0,
  generationsInRuns: row.in_runs ?? 0,
  inputTokens: BigInt(row.input_tokens ?? 0),
  outputTokens: BigInt(row.output_tokens ?? 0),
  reasoningTokens: BigInt(row.reasoning_tokens ?? 0),
  costs: {
    input: BigInt(row.input ?? 0),
    answer: BigInt(row.answer ?? 0),
    readable: BigInt(row.readable ?? 0),
    summary: BigInt(row.summary ?? 0),
    noText: BigInt(row.no_text ?? 0),
    untold: BigInt(row.untold ?? 0),
  },
  startedAt: row.started_at,
  endedAt: row.ended_at,
  updatedAt: row.updated_at,
});
