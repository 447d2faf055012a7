/** Reprocesses quarantined spans on a user's request (askReplay). Every ingest polls; one at a time works. */
import { projectsAskingReplay, whileAlone, type Sql } from '@subtext/db';
import { replay, type Replayed } from './replay.ts';

/** The id of the advisory lock, an arbitrary number: one process reprocesses at a time. */
const LOCK = 7803_1124;

/**
 * Reprocesses the requested spans (askReplay of packages/db) of all projects. Resolves to undefined when there is no
 * request, or another process is working. Spans that are refused again get the new reason and are no longer requested.
 */
export async function replayRequested(sql: Sql): Promise<Replayed | undefined> {
  const projects = await projectsAskingReplay(sql);
  if (projects.length === 0) return undefined;
  return whileAlone(sql, LOCK, () => replayAll(sql, projects));
}

async function replayAll(sql: Sql, projects: readonly string[]): Promise<Replayed> {
  const all: Replayed = { stored: 0, refused: new Map() };
  for (const projectId of projects) {
    const { stored, refused } = await replay(sql, { projectId, isAsked: true });
    all.stored += stored;
    for (const [reason, count] of refused) all.refused.set(reason, (all.refused.get(reason) ?? 0) + count);
  }
  return all;
}
