/** The generations of a trace in order of time, by what names them: from which payloads a conversation is built, and who answered. */
import type { Sql } from '../connect.ts';
import type { TraceKey } from '../row-keys.ts';

export interface TraceGenerationRow {
  spanId: string;
  parentId: string | null;
  provider: string | null;
  requestModel: string | null;
  responseModel: string | null;
  inputTokens: number | null;
  convention: string;
  /** Spans of other instrumentations that tell of the same response, perhaps with what this one lacks. */
  copies: string[];
}

export async function traceGenerations(sql: Sql, trace: TraceKey, limit: number): Promise<TraceGenerationRow[]> {
  return sql<TraceGenerationRow[]>`
    select encode(s.span_id, 'hex') as "spanId", encode(s.parent_span_id, 'hex') as "parentId", s.provider,
      s.request_model as "requestModel", s.response_model as "responseModel", s.input_tokens::float8 as "inputTokens", s.convention,
      array(
        select encode(c.span_id, 'hex') from spans c
        where c.project_id = s.project_id and c.day = s.day and c.trace_id = s.trace_id and c.duplicate_of = s.span_id
        order by c.span_id limit 4
      ) as copies
    from traces t
    join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id
    where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
      and s.kind = 'generation' and s.duplicate_of is null
    order by s.started_at, s.span_id
    limit ${limit}`;
}
