/**
 * Records who read the texts of a trace, and who saw beginnings of texts in a list. One entry an hour for each reader
 * and trace, or list, because a page asks for texts with every scroll. To be awaited before a text leaves, so that none
 * is read unrecorded.
 */
import { recordAudit, recordReading, type AuditActor, type Sql, type TraceKey } from '@subtext/db';
import { LRUCache } from 'lru-cache';

const HOUR_MS = 3_600_000;
type Recordings = LRUCache<string, Promise<void>>;

// On globalThis, because a build gives pages and routes separate modules, and both serve the same reader.
const holder = globalThis as typeof globalThis & { subtextReadings?: Recordings };

const recordings = (): Recordings => (holder.subtextReadings ??= new LRUCache({ max: 50_000, ttl: HOUR_MS }));

export const recordTextsRead = (sql: Sql, key: TraceKey, actor: AuditActor): Promise<void> =>
  onceAnHour([key.projectId, key.traceId, actor.id], () => recordReading(sql, key, actor));

interface ListRead {
  projectId: string;
  actor: AuditActor;
  /** The path of the procedure, such as `search.find`. */
  path: string;
}

export const recordListRead = (sql: Sql, { projectId, actor, path }: ListRead): Promise<void> =>
  onceAnHour([projectId, path, actor.id], () =>
    recordAudit(sql, { projectId, actor, action: 'lists.read', target: path }),
  );

/** An export is many requests. */
export const recordExport = (sql: Sql, { projectId, actor }: Omit<ListRead, 'path'>): Promise<void> =>
  onceAnHour([projectId, 'export', actor.id], () => recordAudit(sql, { projectId, actor, action: 'project.export' }));

/** A page asks for several texts at once: all of them wait for the one entry. */
function onceAnHour(parts: readonly string[], record: () => Promise<void>): Promise<void> {
  const reading = parts.join(' ');
  const known = recordings().get(reading);
  if (known) return known;
  const recording = record();
  recordings().set(reading, recording);
  // A reading that could not be recorded is recorded with the next request.
  recording.catch(() => recordings().delete(reading));
  return recording;
}
