/** What an experiment has measured so far, for its page and its summary. */
import type { Sql } from '../postgres/connect.ts';
import type { AnswerCall, ArgumentsMatch } from './answers.ts';
import type { ExperimentKey } from './experiments.ts';

/** One answer, without its texts. */
export interface AnswerResult {
  traceId: string;
  spanId: string;
  arm: number;
  repeat: number;
  state: string;
  cost: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  latencyMs: number | null;
  isSameCall: boolean | null;
  argumentsMatch: ArgumentsMatch | null;
  unsourced: number | null;
  recordedUnsourced: number | null;
  reason: string | null;
}

/** All answers that ended, by step: at most MAX_EXPERIMENT_ANSWERS. */
export async function experimentResults(sql: Sql, { projectId, id }: ExperimentKey): Promise<AnswerResult[]> {
  const rows = await sql<AnswerResult[]>`
    SELECT encode(trace_id, 'hex') AS "traceId", encode(span_id, 'hex') AS "spanId", arm, repeat, state,
      cost::float8 AS cost, output_tokens::float8 AS "outputTokens", reasoning_tokens::float8 AS "reasoningTokens",
      latency_ms AS "latencyMs", is_same_call AS "isSameCall", arguments_match AS "argumentsMatch", unsourced,
      recorded_unsourced AS "recordedUnsourced", reason
    FROM experiment_answers WHERE project_id = ${projectId} AND experiment_id = ${id}
      AND state IN ('answered', 'failed', 'lost', 'left_out')
    ORDER BY position, arm, repeat`;
  return rows.map((row) => ({ ...row }));
}

export interface ExperimentStepRow {
  traceId: string;
  spanId: string;
  position: number;
  provider: string | null;
  model: string | null;
  effort: string | null;
  /** Nano-dollars, as recorded. */
  cost: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  durationMs: number | null;
}

/** In the order in which they are asked. */
export async function experimentSteps(sql: Sql, { projectId, id }: ExperimentKey): Promise<ExperimentStepRow[]> {
  const rows = await sql<ExperimentStepRow[]>`
    SELECT encode(trace_id, 'hex') AS "traceId", encode(span_id, 'hex') AS "spanId", position, provider, model, effort,
      cost::float8 AS cost, output_tokens::float8 AS "outputTokens", reasoning_tokens::float8 AS "reasoningTokens",
      duration_ms AS "durationMs"
    FROM experiment_steps WHERE project_id = ${projectId} AND experiment_id = ${id} ORDER BY position`;
  return rows.map((row) => ({ ...row }));
}

export interface AnswerTexts {
  arm: number;
  repeat: number;
  state: string;
  calls: AnswerCall[] | null;
  text: string | null;
  reason: string | null;
}

/** The answers of one step, with their texts. */
export async function experimentAnswersOf(
  sql: Sql,
  { projectId, id, traceId, spanId }: ExperimentKey & { traceId: string; spanId: string },
): Promise<AnswerTexts[]> {
  const rows = await sql<AnswerTexts[]>`
    SELECT arm, repeat, state, calls, text, reason FROM experiment_answers
    WHERE project_id = ${projectId} AND experiment_id = ${id} AND trace_id = decode(${traceId}, 'hex')
      AND span_id = decode(${spanId}, 'hex')
    ORDER BY arm, repeat`;
  return rows.map((row) => ({ ...row }));
}
