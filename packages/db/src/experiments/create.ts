/** Chooses the steps of an experiment, and makes a row for each answer that is to come. */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { meansModelSql } from '../rows/model-names.ts';
import type { TraceCondition } from '../read/traces/trace-conditions.ts';
import { newestThatFit } from '../read/traces/trace-newest.ts';
import type { TraceFilter } from '../read/traces/trace-list-row.ts';
import type { ExperimentPlan } from './experiments.ts';

export const MAX_EXPERIMENT_STEPS = 1_000;
/** Rows of answers that one experiment may have. */
export const MAX_EXPERIMENT_ANSWERS = 20_000;
/** Steps are drawn from the newest traces that match. */
export const TRACES_DRAWN_FROM = 2_000;

export interface StepsQuery {
  filter: TraceFilter;
  limit: number;
}

/** A recorded model call, with its figures. Those that are null were not reported. */
export interface RecordedStep {
  traceId: string;
  spanId: string;
  provider: string | null;
  model: string | null;
  effort: string | null;
  cost: bigint | null;
  inputTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  durationMs: number | null;
}

/**
 * A random sample of the model calls of the traces that match: the same one for the same `seed`. A condition on the
 * model, effort or tool is one on the call, too.
 */
export async function sampleSteps(sql: Sql, { filter, limit }: StepsQuery, seed: string): Promise<RecordedStep[]> {
  const { traces } = await newestThatFit(sql, filter, TRACES_DRAWN_FROM);
  const rows = await sql<RecordedStep[]>`
    WITH matching AS MATERIALIZED (SELECT m.trace_id, m.day FROM (${traces}) AS m)
    SELECT encode(s.trace_id, 'hex') AS "traceId", encode(s.span_id, 'hex') AS "spanId", s.provider,
      coalesce(s.request_model, s.response_model) AS model, s.reasoning_effort AS effort, s.total_cost AS cost,
      s.input_tokens::float8 AS "inputTokens", s.output_tokens::float8 AS "outputTokens",
      s.reasoning_tokens::float8 AS "reasoningTokens", s.duration_ns::float8 / 1e6 AS "durationMs"
    FROM matching JOIN spans AS s
      ON s.project_id = ${filter.projectId} AND s.day = matching.day AND s.trace_id = matching.trace_id
    WHERE s.kind = 'generation' AND s.duplicate_of IS NULL AND NOT s.incomplete AND s.snapshot IS NULL
      AND NOT (s.convention = 'subtext' AND starts_with(s.name, 'text_completion'))
      ${filter.conditions.reduce((all, condition) => sql`${all} ${onCall(sql, condition)}`, sql``)}
    ORDER BY md5(${seed}::text || encode(s.trace_id, 'hex') || encode(s.span_id, 'hex')) LIMIT ${limit}`;
  return rows.map((row) => ({ ...row }));
}

function onCall(sql: Sql, condition: TraceCondition) {
  if (condition.negated) return sql``;
  switch (condition.field) {
    case 'model':
      return sql`AND ${meansModelSql(sql, sql`coalesce(s.request_model, s.response_model, '')`, sql`${condition.value}::text`)}`;
    case 'effort':
      return sql`AND s.reasoning_effort = ${condition.value}`;
    case 'tool':
      return sql`AND EXISTS (SELECT FROM tool_calls AS c WHERE c.project_id = s.project_id AND c.day = s.day
        AND c.trace_id = s.trace_id AND c.span_id = s.span_id AND c.tool_name = ${condition.value})`;
    default:
      return sql``;
  }
}

export interface NewExperiment extends ExperimentPlan {
  steps: readonly RecordedStep[];
}

export async function createExperiment(sql: Sql | TransactionSql, made: NewExperiment): Promise<void> {
  const { projectId, id, arms, repeats, steps } = made;
  await sql`
    INSERT INTO experiments (project_id, id, name, q, since, until, wanted_steps, arms, repeats, max_output_tokens,
      runs_on, budget, made_by)
    VALUES (${projectId}, ${id}, ${made.name}, ${made.q}, ${made.since}, ${made.until}, ${made.wantedSteps},
      ${JSON.stringify(arms)}::text::jsonb, ${repeats}, ${made.maxOutputTokens}, ${made.runsOn}, ${made.budget},
      ${JSON.stringify(made.madeBy)}::text::jsonb)`;
  const rows = steps.map((step, position) => ({
    ...step,
    cost: step.cost === null ? null : Number(step.cost),
    position,
  }));
  await sql`
    INSERT INTO experiment_steps (project_id, experiment_id, trace_id, span_id, position, provider, model, effort, cost,
      output_tokens, reasoning_tokens, duration_ms)
    SELECT ${projectId}::uuid, ${id}::uuid, decode("traceId", 'hex'), decode("spanId", 'hex'), position, provider, model,
      effort, cost, "outputTokens", "reasoningTokens", "durationMs"
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS r ("traceId" text, "spanId" text, position integer,
      provider text, model text, effort text, cost bigint, "outputTokens" bigint, "reasoningTokens" bigint,
      "durationMs" double precision)`;
  await sql`
    INSERT INTO experiment_answers (project_id, experiment_id, trace_id, span_id, arm, repeat, position)
    SELECT ${projectId}::uuid, ${id}::uuid, s.trace_id, s.span_id, arm, repeat, s.position
    FROM experiment_steps AS s, generate_series(0, ${arms.length - 1}) AS arm, generate_series(1, ${repeats}) AS repeat
    WHERE s.project_id = ${projectId} AND s.experiment_id = ${id}`;
}
