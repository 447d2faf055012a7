/**
 * Sessions and users of a project whose id contains a text, among the newest traces; a session whose whole id is given
 * is found at any age.
 */
import type { Sql } from '../../postgres/connect.ts';
import { containing } from '../../postgres/like-pattern.ts';
import type { NameSearch } from './rollup-names.ts';

export interface SenderName {
  id: string;
  /** Start of its newest trace. */
  lastAt: Date;
}

export interface SenderNames {
  /** The text itself first, then the most recent. */
  sessions: SenderName[];
  users: SenderName[];
}

/** Maximum number of newest traces that are read. */
const MAX_TRACES = 10_000;

export async function senderNames(sql: Sql, { projectId, text, limit }: NameSearch): Promise<SenderNames> {
  const pattern = containing(text);
  const rows = await sql<(SenderName & { kind: keyof SenderNames })[]>`
    with newest as materialized (
      select session_id, user_id, started_at from traces where project_id = ${projectId}
      order by started_at desc, trace_id desc limit ${MAX_TRACES}
    ), whole as materialized (
      select session_id, started_at from traces where project_id = ${projectId} and session_id = ${text}
      order by started_at desc limit 1
    )
    (select 'sessions' as kind, session_id as id, max(started_at) as "lastAt"
      from (select session_id, started_at from newest union all select * from whole) named
      where session_id ilike ${pattern} group by session_id
      order by lower(session_id) = lower(${text}) desc, max(started_at) desc, session_id limit ${limit})
    union all
    (select 'users', user_id, max(started_at) from newest
      where user_id ilike ${pattern} group by user_id
      order by lower(user_id) = lower(${text}) desc, max(started_at) desc, user_id limit ${limit})`;
  const named = (kind: keyof SenderNames) =>
    rows.filter((row) => row.kind === kind).map(({ id, lastAt }) => ({ id, lastAt }));
  return { sessions: named('sessions'), users: named('users') };
}
