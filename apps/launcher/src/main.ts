// Entry under Node 24: one command, one exit code. Commands are loaded on demand, because most need packages that are
// built first.
import { HELP } from '../preflight/help.mjs';
import { buildDatabaseClient } from './build.ts';
import { readCommandLine } from './command-line.ts';
import { describe } from './user-error.ts';

async function run(words: string[]): Promise<number> {
  const line = readCommandLine(words);
  if (line.help) {
    console.log(HELP[line.command]);
    return 0;
  }
  switch (line.command) {
    case 'start':
    case 'dev':
      return (await import('./start.ts')).start(line);
    case 'sign-in-link':
      console.log(await (await import('./sign-in-link.ts')).signInLinkOfRunning(line.data, line));
      return 0;
    case 'migrate':
      return (await import('./migrate.ts')).migrateOwnDatabase(process.env.DATABASE_URL);
    case 'recount':
      return (await import('./recount.ts')).recount(line.rest);
    case 'backup':
      await buildDatabaseClient();
      return (await import('./backup/backup.ts')).backup(line.rest);
    case 'restore':
      await buildDatabaseClient();
      return (await import('./backup/restore.ts')).restore(line.rest);
    case 'reread':
    case 'quarantine':
      return (await import('./ingest-command.ts')).ingestCommand(line.command, line.rest);
    case 'test':
      return (await import('./testing/run-all.ts')).runAll();
    case 'e2e':
      return (await import('./testing/run-journeys.ts')).runJourneys(line.rest);
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}
// Nothing should keep the process alive now; if something does, it is not worth waiting for.
setTimeout(() => process.exit(), 2000).unref();
