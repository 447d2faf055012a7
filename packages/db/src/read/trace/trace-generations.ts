/**
 * A generation of a trace and those before it, in order of time: their keys, so that a conversation can be built from
 * their payloads, and the models that answered. When there are more than requested, the nearest ones.
 */
import type { Sql } from '../../postgres/connect.ts';
import { MODEL_CALLS } from '../../rows/recount-statements.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

export interface TraceGenerationRow {
  spanId: string;
  parentId: string | null;
  provider: string | null;
  requestModel: string | null;
  responseModel: string | null;
  inputTokens: number | null;
  convention: string;
  /**
   * Duplicates from other instrumentations, which may have values that this span lacks, then log records of the
   * response in order of time.
   */
  copies: string[];
}

export interface GenerationsUpTo {
  spanId: string;
  limit: number;
}

/** The earliest generations of a trace, in order of time. */
export async function firstGenerations(sql: Sql, trace: TraceKey, limit: number): Promise<TraceGenerationRow[]> {
  const [rows, duplicates] = await Promise.all([
    sql<Omit<TraceGenerationRow, 'copies'>[]>`
      select ${GENERATION_COLUMNS(sql)}
      from traces t
      join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id
      where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
        and s.kind = 'generation' and s.duplicate_of is null
      order by s.started_at, s.span_id
      limit ${limit}`,
    duplicateSpans(sql, trace),
  ]);
  return withCopies(rows, duplicates);
}

const GENERATION_COLUMNS = (sql: Sql) => sql`encode(s.span_id, 'hex') as "spanId",
  encode(s.parent_span_id, 'hex') as "parentId", s.provider, s.request_model as "requestModel",
  s.response_model as "responseModel", s.input_tokens::float8 as "inputTokens", s.convention`;

/** Senders that report messages as log records write one per message of the request. */
const MAX_COPIES = 200;

/**
 * The requested span comes last; a call that does not think continues nothing, so it comes alone. Empty when it is no
 * model call of this trace. Leaves out model runs that were billed in
 * addition to a response (`text_completion` of the SDK): they have no messages, so no conversation continues from them.
 *
 * Reads every duplicate of the trace, because looking them up for each generation would scan the trace each time.
 */
export async function traceGenerations(
  sql: Sql,
  trace: TraceKey,
  { spanId, limit }: GenerationsUpTo,
): Promise<TraceGenerationRow[]> {
  const [nearestFirst, duplicates] = await Promise.all([
    sql<Omit<TraceGenerationRow, 'copies'>[]>`
      select ${GENERATION_COLUMNS(sql)}
      from traces t
      join spans last on last.project_id = t.project_id and last.day = t.day and last.trace_id = t.trace_id
        and last.span_id = decode(${spanId}, 'hex') and last.kind in ${sql.unsafe(MODEL_CALLS)} and last.duplicate_of is null
      join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id
        and (s.started_at, s.span_id) <= (last.started_at, last.span_id)
      where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
        and (s.span_id = last.span_id or s.kind = 'generation' and last.kind = 'generation') and s.duplicate_of is null
        and (s.span_id = last.span_id or not (s.convention = 'subtext' and starts_with(s.name, 'text_completion')))
      order by s.started_at desc, s.span_id desc
      limit ${limit}`,
    duplicateSpans(sql, trace),
  ]);
  return withCopies(nearestFirst.toReversed(), duplicates);
}

interface DuplicateSpan {
  spanId: string;
  original: string;
}

const duplicateSpans = (sql: Sql, trace: TraceKey) => sql<DuplicateSpan[]>`
  select encode(d.span_id, 'hex') as "spanId", encode(d.duplicate_of, 'hex') as original
  from traces t
  join spans d on d.project_id = t.project_id and d.day = t.day and d.trace_id = t.trace_id
  where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
    and d.duplicate_of is not null
  order by d.kind <> 'generation', d.started_at, d.span_id`;

function withCopies(
  rows: readonly Omit<TraceGenerationRow, 'copies'>[],
  duplicates: readonly DuplicateSpan[],
): TraceGenerationRow[] {
  const copies = new Map<string, string[]>(rows.map((row) => [row.spanId, []]));
  for (const { spanId: copy, original } of duplicates) {
    const ofOriginal = copies.get(original);
    if (ofOriginal && ofOriginal.length < MAX_COPIES) ofOriginal.push(copy);
  }
  return rows.map((row) => ({ ...row, copies: copies.get(row.spanId)! }));
}

/** Whether a conversation can be built up to the span. */
export async function isGeneration(sql: Sql, trace: TraceKey, spanId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from traces t
    join spans s on s.project_id = t.project_id and s.day = t.day and s.trace_id = t.trace_id
      and s.span_id = decode(${spanId}, 'hex') and s.kind = 'generation' and s.duplicate_of is null
    where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')`;
  return rows.length > 0;
}
