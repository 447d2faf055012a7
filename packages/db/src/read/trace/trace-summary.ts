/** The totals of one trace, for the head of its page, which is shown before its steps are loaded. */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';
import { marksOf, type TraceMarks } from '../traces/trace-tags.ts';
import { countsOf, type TraceCounts } from '../traces/trace-list-row.ts';
import { ENDING, WITH_ENDING, type TraceEnding } from '../traces/trace-endings.ts';

export interface TraceSummary extends TraceCounts, TraceEnding, TraceMarks {
  id: string;
  name: string | null;
  asked: string | null;
  models: string[];
  sessionId: string | null;
  userId: string | null;
  environment: string | null;
  release: string | null;
  service: string | null;
  /** At most 50 pairs of key and value, as in TraceListRow. */
  metadata: [string, string][];
  startedAt: Date;
  endedAt: Date;
  /** When the last new span was stored, and the milliseconds since then, by the database's clock. */
  updatedAt: Date;
  quietMs: number;
  spans: number;
  calls: number;
  /** When `spans` and `open` are unchanged, a higher number means that spans without an end have newer content. */
  snapshots: number;
  hiddenReasoningTokens: bigint;
  /** The outermost span, once it has arrived. */
  root: { name: string; status: string; statusMessage: string | null } | null;
}

export async function traceSummary(sql: Sql, { projectId, traceId }: TraceKey): Promise<TraceSummary | undefined> {
  const [row] = await sql`
    select encode(t.trace_id, 'hex') as id, t.*, extract(epoch from now() - t.updated_at)::float8 * 1000 as quiet_ms,
      root.name as root_name, root.status as root_status, root.status_message as root_message,
      ${ENDING(sql)}
    from traces t
    left join lateral (
      select s.name, s.status, s.status_message from spans s
      where s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id and s.parent_span_id is null
      order by s.started_at limit 1
    ) root on true
    ${WITH_ENDING(sql, projectId)}
    where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex')`;
  if (!row) return undefined;
  return {
    id: row.id,
    name: row.name,
    asked: row.asked,
    models: row.models,
    sessionId: row.session_id,
    userId: row.user_id,
    environment: row.environment,
    release: row.release,
    service: row.service,
    ...marksOf(row),
    metadata: Object.entries<string>(row.metadata),
    startedAt: row.started_at,
    endedAt: row.ended_at,
    updatedAt: row.updated_at,
    quietMs: row.quiet_ms,
    spans: row.span_count,
    calls: row.call_count,
    snapshots: Number(row.open_snapshots),
    ...countsOf(row),
    hiddenReasoningTokens: row.hidden_reasoning_tokens,
    root:
      row.root_name === null ? null : { name: row.root_name, status: row.root_status, statusMessage: row.root_message },
    hasNoEnd: row.hasNoEnd,
    recovered: row.recovered,
    answered: row.answered,
  };
}
