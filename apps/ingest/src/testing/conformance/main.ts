/** `npm run conformance:otlp`: tries every rule of OTLP against an ingest in this process, and prints what holds. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect, migrate, startEmbeddedPostgres } from '@subtext/db';
import type { TestDatabase } from '@subtext/db/testing';
import { startIngest } from '../ingest.ts';
import { document, DOCUMENT, type Outcome } from './document.ts';
import { tryRule } from './rule.ts';
import { RULES } from './rules.ts';

const HELP = `npm run conformance:otlp [-- --write]

Starts Postgres and ingest on free ports, tries every rule of OTLP and prints what holds.

  --write   write the table to docs/otlp.md, too
  --help    this text

Exit code 1 when a rule does not hold.`;

/** New databases on a Postgres of its own. */
async function startDatabases(directory: string) {
  const postgres = await startEmbeddedPostgres({ directory });
  let count = 0;
  async function create(): Promise<TestDatabase> {
    const url = new URL(postgres.url);
    const administrator = connect(postgres.url, { max: 1 });
    url.pathname = `/conformance_${++count}`;
    await administrator.unsafe(`CREATE DATABASE conformance_${count}`);
    await administrator.end();
    await migrate(url.toString());
    const sql = connect(url.toString());
    return { url: url.toString(), sql, drop: () => sql.end() };
  }
  return { create, stop: () => postgres.stop() };
}

async function outcomes(create: () => Promise<TestDatabase>): Promise<Outcome[]> {
  const server = await startIngest({}, { database: await create() });
  const results: Outcome[] = [];
  for (const rule of RULES) {
    const failure = await tryRule(rule, server, create).then(
      () => undefined,
      (error: Error) => error.message,
    );
    const first = failure === undefined ? '' : `\n    ${failure.split('\n').slice(0, 6).join('\n    ')}`;
    console.log(`${failure === undefined ? '✓' : '✗'} ${rule.topic}: ${rule.rule}${first}`);
    results.push({ ...rule, failure });
  }
  await server.close();
  return results;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { write: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const directory = await mkdtemp(join(tmpdir(), 'subtext-conformance-'));
  const databases = await startDatabases(directory);
  try {
    const results = await outcomes(databases.create);
    const failed = results.filter(({ failure }) => failure !== undefined).length;
    if (values.write) await writeFile(DOCUMENT, await document(results));
    console.log(`\n${results.length - failed} of ${results.length} rules hold.`);
    return failed === 0 ? 0 : 1;
  } finally {
    await databases.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

process.exitCode = await main();
