/**
 * Computes the names that a trace row lists for its filters from the spans again: a name may disappear when a span is
 * replaced, because while a response is running only the requested model is known, or when a run stops counting.
 */
import { isOfModel, type NewSpan } from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import { rowsFromJson, toJson } from '../postgres/json-rows.ts';
import { MODEL_CALLS } from '../rows/recount-statements.ts';
import type { TracePartitionKey } from '../rows/span-keys.ts';
import { firstNames, TRACE_KEYS } from '../rows/trace-facts.ts';

const NAMES_MODEL = `(spans.kind IN ${MODEL_CALLS} OR spans.kind IN ('agent', 'chain') AND spans.usage_source = 'run')`;

const NAMES: Readonly<Record<string, string>> = {
  models: `CASE WHEN ${NAMES_MODEL} THEN coalesce(spans.response_model, spans.request_model) END`,
  agents: 'spans.agent_name',
  efforts: 'spans.reasoning_effort',
  instrumentations: `CASE WHEN spans.kind = 'generation' THEN spans.scope END`,
};

const NAME_TRACES = `
  UPDATE traces SET ${Object.keys(NAMES)
    .map((column) => `${column} = ${firstNames(`named.${column}`)}`)
    .join(', ')}
  FROM (
    SELECT spans.project_id, spans.trace_id, ${Object.entries(NAMES)
      .map(([column, name]) => `array_remove(array_agg(DISTINCT ${name}), NULL) AS ${column}`)
      .join(', ')}
    FROM spans JOIN ${rowsFromJson({ ...TRACE_KEYS, day: 'date' })} AS given USING (project_id, day, trace_id)
    WHERE spans.project_id = $2 GROUP BY spans.project_id, spans.trace_id
  ) AS named
  WHERE traces.project_id = $2 AND traces.project_id = named.project_id AND traces.trace_id = named.trace_id`;

/** `traces`: of one project. */
export async function nameTraces(sql: TransactionSql, traces: readonly TracePartitionKey[]): Promise<void> {
  if (traces.length > 0) await sql.unsafe(NAME_TRACES, [toJson(traces), traces[0]!.projectId]);
}

/** Equal when the row gives its trace the same names. */
export function namesOf(row: NewSpan): string {
  const { requestModel, responseModel, agentName, reasoningEffort, scope, kind } = row.span;
  const model = isOfModel(row) ? (responseModel ?? requestModel) : null;
  return JSON.stringify([model, agentName, reasoningEffort, kind === 'generation' ? scope : null]);
}
