/**
 * A generation of a trace and those before it, in order of time, by what names them: from which payloads a conversation
 * is built, and who answered. The nearest ones where there are more than asked for.
 */
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
  /**
   * Spans of other instrumentations that tell of the same response, perhaps with what this one lacks, then log records
   * of it in order of time.
   */
  copies: string[];
}

export interface GenerationsUpTo {
  spanId: string;
  limit: number;
}

/** Where messages are log records, there is one for each message of the request. */
const MOST_COPIES = 200;

/**
 * Empty when the span is no generation of this trace; else it is the last. Runs of a model that were paid for beside an
 * answer have no messages, so nobody goes on from them.
 */
export async function traceGenerations(
  sql: Sql,
  trace: TraceKey,
  { spanId, limit }: GenerationsUpTo,
): Promise<TraceGenerationRow[]> {
  const nearestFirst = await sql<TraceGenerationRow[]>`
    select encode(s.span_id, 'hex') as "spanId", encode(s.parent_span_id, 'hex') as "parentId", s.provider,
      s.request_model as "requestModel", s.response_model as "responseModel", s.input_tokens::float8 as "inputTokens", s.convention,
      array(
        select encode(c.span_id, 'hex') from spans c
        where c.project_id = ${trace.projectId} and c.day = s.day and c.trace_id = s.trace_id and c.duplicate_of = s.span_id
        order by c.kind <> 'generation', c.started_at, c.span_id limit ${MOST_COPIES}
      ) as copies
    from traces t
    join spans last on last.project_id = t.project_id and last.day = t.day and last.trace_id = t.trace_id
      and last.span_id = decode(${spanId}, 'hex') and last.kind = 'generation' and last.duplicate_of is null
    join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id
      and (s.started_at, s.span_id) <= (last.started_at, last.span_id)
    where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
      and s.kind = 'generation' and s.duplicate_of is null
      and (s.span_id = last.span_id or not (s.convention = 'subtext' and starts_with(s.name, 'text_completion')))
    order by s.started_at desc, s.span_id desc
    limit ${limit}`;
  return nearestFirst.toReversed();
}
