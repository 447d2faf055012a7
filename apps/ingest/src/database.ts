/** The database as all of ingest is connected to it. */
import { connect, type Sql } from '@subtext/db';

/** Nobody waits longer than nine seconds for an answer; a statement that is at work must not be taken for a dead one. */
const SILENCE_MS = 30_000;

/** `connections`: at most. They are opened when needed. */
export function openDatabase(databaseUrl: string, connections: number): Sql {
  return connect(databaseUrl, {
    max: connections,
    applicationName: 'subtext ingest',
    statementTimeoutMs: SILENCE_MS,
    silenceMs: SILENCE_MS,
  });
}
