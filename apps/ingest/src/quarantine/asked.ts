/** What somebody asked for on a screen to be read again (askReplay): every ingest looks, one at a time does it. */
import { projectsAskingReplay, type Sql } from '@subtext/db';
import { replay, type Replayed } from './replay.ts';

/** Any number; one process reads again at a time. */
const LOCK = 7803_1124;

/**
 * Reads again what somebody asked to have read (askReplay of packages/db), of all projects. Resolves to undefined when
 * nothing waits, or another process is at it. Those that are refused again are told so and wait no longer.
 */
export async function replayAsked(sql: Sql): Promise<Replayed | undefined> {
  const projects = await projectsAskingReplay(sql);
  if (projects.length === 0) return undefined;
  const connection = await sql.reserve();
  try {
    const [lock] = await connection<{ mine: boolean }[]>`SELECT pg_try_advisory_lock(${LOCK}) AS mine`;
    if (!lock!.mine) return undefined;
    try {
      const all: Replayed = { stored: 0, refused: new Map() };
      for (const projectId of projects) {
        const { stored, refused } = await replay(sql, { projectId, isAsked: true });
        all.stored += stored;
        for (const [reason, count] of refused) all.refused.set(reason, (all.refused.get(reason) ?? 0) + count);
      }
      return all;
    } finally {
      await connection`SELECT pg_advisory_unlock(${LOCK})`;
    }
  } finally {
    connection.release();
  }
}
