/** The database connection of all ingest code. */
import { connect, type Sql } from '@subtext/db';

/** Requests wait at most nine seconds for an answer; a running statement must not be taken for a dead one. */
const SILENCE_MS = 30_000;

/** `connections`: the maximum. They are opened on demand. */
export function openDatabase(databaseUrl: string, connections: number): Sql {
  return connect(databaseUrl, {
    max: connections,
    applicationName: 'subtext ingest',
    statementTimeoutMs: SILENCE_MS,
    silenceMs: SILENCE_MS,
  });
}
