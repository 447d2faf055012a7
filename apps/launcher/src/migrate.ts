// The first step of a deployment without the launcher: creates tables and the first project in the user's PostgreSQL.
import { connect, ensureFirstProject, migrate } from '@subtext/db';
import { orSentence, UserError } from './user-error.ts';

/** Brings the database of DATABASE_URL to the newest migration. Resolves to the exit code. */
export async function migrateOwnDatabase(databaseUrl: string | undefined): Promise<number> {
  if (!databaseUrl) throw new UserError('Set DATABASE_URL to the Postgres that should be migrated.');
  const migrated = migrate(databaseUrl, { onProgress: (line) => console.log(line) });
  const applied = await orSentence(migrated, 'The database of DATABASE_URL could not be migrated');
  const sql = connect(databaseUrl, { max: 1, applicationName: 'subtext migrate' });
  try {
    await ensureFirstProject(sql);
  } finally {
    await sql.end();
  }
  console.log(applied.length === 0 ? 'The database is up to date.' : `Migrations applied: ${applied.length}.`);
  return 0;
}
