/**
 * The most expensive unreadable thought of each model in a range, as an example to look up how the model was called.
 */
import type { Sql } from '../../postgres/connect.ts';
import { ROLLUP_KEYS } from '../../rows/recount-statements.ts';
import type { SpendRange } from './spend-measures.ts';
import { mostExpensiveThoughts, MAX_THOUGHTS } from './top-thoughts.ts';

export interface ThoughtOfModel {
  provider: string;
  model: string;
  /** 32 hex digits. */
  traceId: string;
  spanId: string;
}

/** Excludes summaries, because they can be read. */
const UNREAD = `('redacted', 'encrypted', 'withheld')`;

export async function topThoughtsOfModels(sql: Sql, range: SpendRange): Promise<ThoughtOfModel[]> {
  return sql<ThoughtOfModel[]>`
    with expensive as materialized (${mostExpensiveThoughts(sql, { ...range, states: UNREAD, limit: MAX_THOUGHTS })})
    select distinct on (1, 2) ${sql.unsafe(ROLLUP_KEYS.provider)} as provider, ${sql.unsafe(ROLLUP_KEYS.model)} as model,
      encode(d.trace_id, 'hex') as "traceId", encode(d.span_id, 'hex') as "spanId"
    from expensive d
    join spans s on s.project_id = ${range.projectId} and s.day = d.day and s.trace_id = d.trace_id and s.span_id = d.span_id
    order by 1, 2, d.reasoning_cost desc`;
}
