/** `npm run quarantine -- list | replay | drop`: spans that could not be stored. Reads DATABASE_URL. */
import { parseArgs } from 'node:util';
import { connect, dropQuarantined, quarantineSummary, type QuarantineFilter, type Sql } from '@subtext/db';
import { replay } from './replay.ts';

const USAGE = 'list | replay | drop [--project SLUG] [--reason TEXT] [--all]; npm run quarantine -- --help says more';

const COMMANDS = ['list', 'replay', 'drop'];

/** Resolves to the exit code. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      project: { type: 'string' },
      reason: { type: 'string' },
      all: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command] = positionals;
  if (values.help || command === undefined || !COMMANDS.includes(command) || positionals.length > 1) {
    console.log(USAGE);
    return values.help ? 0 : 1;
  }
  const { project, reason, all } = values;
  if (command === 'drop' && !all && project === undefined && reason === undefined) {
    throw new Error('Name what to drop by --project or --reason, or say --all.');
  }
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) throw new Error('Set DATABASE_URL to the database of Subtext.');
  const sql = connect(databaseUrl, { max: 2, applicationName: 'subtext quarantine' });
  try {
    await run(sql, command, { reason, projectId: project && (await projectId(sql, project)) });
    return 0;
  } finally {
    await sql.end();
  }
}

async function run(sql: Sql, command: string, filter: QuarantineFilter): Promise<void> {
  if (command === 'list') return list(sql, filter);
  if (command === 'drop') return console.log(`Dropped: ${await dropQuarantined(sql, filter)}.`);
  const { stored, refused } = await replay(sql, filter);
  console.log(`Stored: ${stored}.`);
  for (const [reason, count] of refused) console.log(`Still quarantined: ${count} × ${reason}`);
}

async function list(sql: Sql, filter: QuarantineFilter): Promise<void> {
  const kept = await quarantineSummary(sql, filter);
  if (kept.length === 0) return console.log('The quarantine is empty.');
  for (const { project, projectId: id, reason, spans, times, bytes, firstAt, lastAt } of kept) {
    const since = `${firstAt.toISOString()} to ${lastAt.toISOString()}`;
    const again = times > spans ? `, sent ${times} times` : '';
    console.log(`${project ?? id}  ${spans} × ${reason}  (${bytes} bytes${again}, ${since})`);
  }
}

async function projectId(sql: Sql, slug: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`SELECT id FROM projects WHERE slug = ${slug}`;
  if (!row) throw new Error(`There is no project ${JSON.stringify(slug)}.`);
  return row.id;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
