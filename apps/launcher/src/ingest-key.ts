// The launcher's own ingest key, stored in plain text in the data directory, because the database has only its hash.
import { connect, createApiKey, ensureFirstProject, findApiKey } from '@subtext/db';
import { readSecret, writeSecret } from './data-directory.ts';

/** The key in `file` if it can still send, otherwise a new one of the first project. */
export async function ensureIngestKey(databaseUrl: string, file: string): Promise<string> {
  const sql = connect(databaseUrl, { max: 1, applicationName: 'subtext launcher' });
  try {
    const project = await ensureFirstProject(sql);
    const stored = await readSecret(file);
    if (stored !== undefined && (await findApiKey(sql, stored))?.projectState === 'active') return stored;
    const { key } = await createApiKey(sql, { projectId: project.id, name: 'npm start', scopes: ['ingest'] });
    await writeSecret(file, key);
    return key;
  } finally {
    await sql.end();
  }
}

/** False as soon as one trace is stored. */
export async function hasNoTraces(databaseUrl: string): Promise<boolean> {
  const sql = connect(databaseUrl, { max: 1, applicationName: 'subtext launcher' });
  try {
    return (await sql`SELECT 1 FROM traces LIMIT 1`).length === 0;
  } finally {
    await sql.end();
  }
}
