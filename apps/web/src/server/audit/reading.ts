/**
 * Records who read the texts of a trace, and who saw beginnings of texts in a list. One entry an hour for each reader
 * and trace, or list, because a page asks for texts with every scroll. To be awaited before a text leaves, so that none
 * is read unrecorded.
 */
import { recordAudit, recordReading, type AuditActor, type Sql, type TraceKey } from '@subtext/db';
import { LRUCache } from 'lru-cache';

const HOUR_MS = 3_600_000;
const recorded = new LRUCache<string, true>({ max: 50_000, ttl: HOUR_MS });

export const recordTextsRead = (sql: Sql, key: TraceKey, actor: AuditActor): Promise<void> =>
  onceAnHour([key.projectId, key.traceId, actor.id], () => recordReading(sql, key, actor));

interface ListRead {
  projectId: string;
  actor: AuditActor;
  /** Of the procedure, such as `search.find`. */
  path: string;
}

export const recordListRead = (sql: Sql, { projectId, actor, path }: ListRead): Promise<void> =>
  onceAnHour([projectId, path, actor.id], () =>
    recordAudit(sql, { projectId, actor, action: 'lists.read', target: path }),
  );

async function onceAnHour(parts: readonly string[], record: () => Promise<void>): Promise<void> {
  const reading = parts.join(' ');
  if (recorded.has(reading)) return;
  await record();
  recorded.set(reading, true);
}
