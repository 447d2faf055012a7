/** Inputs and answers of some turns of a session. Thoughts and tools of the turns come from trace-highlights.ts. */
import type { Sql } from '../../postgres/connect.ts';

export interface SessionAnswer {
  /** The trace: 32 hex digits. */
  id: string;
  asked: string | null;
  name: string | null;
  models: string[];
  /** The first characters of its last answer. */
  answer: string | null;
  /** Where the whole answer is; null when `answer` is all of it. */
  wholeAnswer: { spanId: string; index: number; field: 'arguments' | 'preamble' } | null;
  /** When the response with that answer ended. */
  answeredAt: Date | null;
  failure: string | null;
}

export async function sessionAnswers(sql: Sql, projectId: string, ids: readonly string[]): Promise<SessionAnswer[]> {
  return sql<SessionAnswer[]>`
    select encode(t.trace_id, 'hex') as id, t.asked, t.name, t.models, answer.text as answer, answer.at as "answeredAt",
      case when answer.text like '%…' then answer.place end as "wholeAnswer",
      failed.status_message as failure
    from traces t
    left join lateral (
      select coalesce(c.arguments_preview, c.preamble_preview) as text, s.started_at + s.duration_ns / 1e3 * interval '1 microsecond' as at,
        json_build_object('spanId', encode(c.span_id, 'hex'), 'index', c.call_index,
          'field', case when c.arguments_preview is null then 'preamble' else 'arguments' end) as place
      from tool_calls c
      join spans s on s.project_id = c.project_id and s.day = c.day and s.trace_id = c.trace_id and s.span_id = c.span_id
      where c.project_id = ${projectId} and c.day = t.day and c.trace_id = t.trace_id and c.type = 'answer'
        and c.described_by = 'generation'
      order by c.started_at desc, c.call_index desc limit 1
    ) answer on true
    left join lateral (
      select s.status_message from spans s
      -- Not a condition of the join, which would be checked only after the spans were read.
      where t.error_count > 0
        and s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id and s.kind = 'generation' and s.status = 'error'
      order by s.started_at desc limit 1
    ) failed on true
    where t.project_id = ${projectId} and t.trace_id in (select decode(id, 'hex') from unnest(${[...ids]}::text[]) id)`;
}
