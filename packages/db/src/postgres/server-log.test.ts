import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCluster, type Cluster } from './cluster.ts';
import { connect, type Sql } from './connect.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { rotateRunningLog } from './server-log.ts';

let directory: string;
let cluster: Cluster;
let postgres: EmbeddedPostgres;
let sql: Sql;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext with blanks ü-'));
  postgres = await startEmbeddedPostgres({ directory, log: { bytes: 10_000, files: 100 } });
  cluster = await openCluster(directory);
  sql = connect(postgres.url, { max: 2 });
});
afterAll(async () => {
  await sql.end();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

const logFiles = async () => {
  const names = (await readdir(directory)).filter((name) => name.startsWith('postgres.log'));
  const ageOf = (name: string) => Number(name.split('.')[2] ?? 0);
  return names.toSorted((left, right) => ageOf(right) - ageOf(left));
};
const textOf = async (names: readonly string[]) =>
  (await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))).join('');

test('no line is lost while the log is rotated and the server writes', async () => {
  const lines = 3_000;
  const writing = sql.unsafe(`DO $$ BEGIN
    FOR line IN 1..${lines} LOOP
      RAISE LOG 'line %', line;
      IF line % 100 = 0 THEN PERFORM pg_sleep(0.02); END IF;
    END LOOP;
  END $$`);
  let isWriting = true;
  const written = writing.finally(() => (isWriting = false));
  while (isWriting) await rotateRunningLog(cluster, { bytes: 10_000, files: 100 });
  await written;
  await sql.end();
  await postgres.stop();
  const names = await logFiles();
  expect(names.length).toBeGreaterThan(3);
  const numbers = (await textOf(names)).match(/(?<=LOG: +line )\d+/g);
  expect(numbers).toEqual(Array.from({ length: lines }, (_, line) => String(line + 1)));
});

test('a start rotates a large log, and keeps a bounded number of files', async () => {
  for (const name of await logFiles()) await rm(join(directory, name));
  for (let start = 0; start < 4; start += 1) {
    postgres = await startEmbeddedPostgres({ directory, log: { bytes: 100, files: 3 } });
    await postgres.stop();
  }
  expect(await logFiles()).toEqual(['postgres.log.2', 'postgres.log.1', 'postgres.log']);
  expect((await stat(join(directory, 'postgres.log'))).size).toBeGreaterThan(0);
});

test('contents of spans are not in the log, also when the database refuses them', async () => {
  postgres = await startEmbeddedPostgres({ directory, log: { bytes: 1024 ** 2, files: 3 } });
  sql = connect(postgres.url, { max: 1 });
  await sql`CREATE TABLE refusing (id int PRIMARY KEY, text text CHECK (text NOT LIKE 'secret%'))`;
  await expect(sql`INSERT INTO refusing VALUES (1, 'secret prompt')`).rejects.toThrow('violates check constraint');
  await expect(sql`INSERT INTO refusing VALUES (1, ${'secret value'})`).rejects.toThrow('violates check constraint');
  const text = await textOf(await logFiles());
  expect(text).toContain('violates check constraint');
  expect(text).not.toContain('secret');
});
