/**
 * Checks that no migration contains anything that Citus refuses. When DATABASE_URL is a Citus, also checks that it
 * refuses exactly that.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isCitus } from './distribute.ts';
import { ensureProject } from '../projects/projects.ts';
import { runStatements } from './sql-statements.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { refusalsOf, type Tables } from '../testing/citus-refusals.ts';

const PRISMA = join(import.meta.dirname, '../../../../prisma');

/** A distributed database that has this migration accepts all later ones (docs/scaling.md). */
const LAST_REFUSED = '20261122142000_forgotten_spans';

const migrations = await Promise.all(
  (await readdir(join(PRISMA, 'migrations')))
    .filter((name) => /^\d/.test(name))
    .sort()
    .map(async (name) => ({ name, text: await readFile(join(PRISMA, 'migrations', name, 'migration.sql'), 'utf8') })),
);

async function tablesOf(): Promise<Tables> {
  const text = await readFile(join(PRISMA, 'citus/distribute.sql'), 'utf8');
  const [everywhere = [], distributed = []] = [...text.matchAll(/ARRAY\[([^\]]+)\]/g)].map(([, list]) =>
    [...list!.matchAll(/'(\w+)'/g)].map(([, name]) => name!),
  );
  const all = migrations.map(({ text: sql }) => sql).join('\n');
  const referred = new Set([...all.matchAll(/\bREFERENCES (\w+)/g)].map(([, name]) => name!));
  return { everywhere, distributed: ['traces', ...distributed], referred: [...referred] };
}
const tables = await tablesOf();

test.each(migrations.filter(({ name }) => name > LAST_REFUSED))('Citus accepts $name', ({ text }) => {
  expect(refusalsOf(text, tables)).toEqual([]);
});

test('migrations that Citus refused are detected', () => {
  const refused = migrations.filter(({ text }) => refusalsOf(text, tables).length > 0).map(({ name }) => name);
  expect(refused).toEqual([
    '20261121110000_rules_and_packed_payloads',
    '20261121120000_scale',
    '20261122120000_rollups_by_agent_and_effort',
    '20261122140000_quarantine_once',
  ]);
});

interface Case {
  what: string;
  refused: string[];
  /** What to write instead, and similar statements that Citus accepts. */
  taken: string[];
}

const CASES: Case[] = [
  {
    what: 'a column that counts',
    refused: [
      'ALTER TABLE traces ADD COLUMN x bigserial',
      'ALTER TABLE projects ADD COLUMN x bigint GENERATED ALWAYS AS IDENTITY',
      "ALTER TABLE projects ADD COLUMN x bigint DEFAULT nextval('prices_id_seq')",
    ],
    taken: [
      'ALTER TABLE traces ADD COLUMN x uuid NOT NULL DEFAULT gen_random_uuid()',
      'ALTER TABLE spans ADD COLUMN x bigint GENERATED ALWAYS AS (input_tokens + 1) STORED',
    ],
  },
  {
    what: 'a constraint together with something else',
    refused: [
      'ALTER TABLE traces ADD COLUMN x integer, ADD CONSTRAINT c CHECK (step_count >= 0)',
      'ALTER TABLE traces DROP CONSTRAINT traces_pkey, ADD PRIMARY KEY (project_id, day, trace_id)',
    ],
    taken: [
      'ALTER TABLE traces ADD COLUMN x integer; ALTER TABLE traces ADD CONSTRAINT c CHECK (x >= 0)',
      'ALTER TABLE traces DROP CONSTRAINT traces_pkey; ALTER TABLE traces ADD PRIMARY KEY (project_id, day, trace_id)',
    ],
  },
  {
    what: 'a column with a nameless check',
    refused: ['ALTER TABLE traces ADD COLUMN x integer CHECK (x > 0)'],
    taken: ['ALTER TABLE traces ADD COLUMN x integer CONSTRAINT c CHECK (x > 0), ADD COLUMN y integer'],
  },
  {
    what: 'a column that refers to a table, together with another',
    refused: ['ALTER TABLE saved_views ADD COLUMN x uuid REFERENCES projects (id), ADD COLUMN y integer'],
    taken: ['ALTER TABLE traces ADD COLUMN x uuid REFERENCES projects (id)'],
  },
  {
    what: 'another name for a constraint',
    refused: ['ALTER TABLE traces RENAME CONSTRAINT traces_pkey TO x'],
    taken: ['ALTER TABLE traces RENAME COLUMN release TO version', 'ALTER INDEX traces_day_idx RENAME TO x'],
  },
  {
    what: 'storage and statistics of a column',
    refused: [
      'ALTER TABLE traces ALTER COLUMN asked SET STORAGE EXTERNAL',
      'ALTER TABLE traces ALTER COLUMN asked SET STATISTICS 500',
    ],
    taken: ['ALTER TABLE traces SET (fillfactor = 80)'],
  },
  {
    what: 'several indexes dropped at once',
    refused: ['DROP INDEX traces_day_idx, traces_steps_idx'],
    taken: ['DROP INDEX traces_day_idx; DROP INDEX traces_steps_idx'],
  },
  {
    what: 'triggers',
    refused: [
      'CREATE TRIGGER t BEFORE UPDATE ON traces FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
      'DROP TRIGGER IF EXISTS t ON traces',
    ],
    taken: [],
  },
  {
    what: 'a change by what is never the same',
    refused: ['UPDATE traces SET updated_at = clock_timestamp()', 'DELETE FROM traces WHERE step_count = random()'],
    taken: [
      'UPDATE traces SET updated_at = now()',
      'CREATE TABLE x (id uuid, n integer); UPDATE x SET id = gen_random_uuid()',
    ],
  },
  {
    what: 'now() in a condition',
    refused: [
      'UPDATE traces SET updated_at = coalesce(updated_at, now())',
      'UPDATE traces SET updated_at = CASE WHEN step_count > 0 THEN now() ELSE updated_at END',
    ],
    taken: ['UPDATE traces SET updated_at = now() WHERE step_count > 0'],
  },
  {
    what: 'a column in a function that depends on settings',
    refused: [
      "UPDATE traces SET updated_at = date_trunc('hour', started_at, 'UTC')",
      'DELETE FROM traces WHERE started_at::date < current_date',
      "UPDATE traces SET ended_at = started_at + interval '1 day'",
      `UPDATE traces SET updated_at = at FROM (SELECT project_id, trace_id, date_trunc('hour', started_at, 'UTC') AS at FROM traces) AS told
        WHERE told.project_id = traces.project_id AND told.trace_id = traces.trace_id`,
    ],
    taken: [
      `UPDATE traces SET updated_at = at
        FROM (SELECT project_id, trace_id, max(date_trunc('hour', started_at, 'UTC')) AS at FROM spans GROUP BY 1, 2) AS told
        WHERE told.project_id = traces.project_id AND told.trace_id = traces.trace_id`,
      "UPDATE traces SET day = (started_at AT TIME ZONE 'UTC')::date",
      "DELETE FROM traces WHERE started_at < now() - interval '3 days'",
    ],
  },
  {
    what: 'now() where a conflict is resolved',
    refused: [
      `INSERT INTO stored_batches (project_id, transaction_id, trace_ids, span_ids) SELECT project_id, 1, '{}', '{}' FROM traces
        ON CONFLICT (project_id, transaction_id) DO UPDATE SET stored_at = now()`,
    ],
    taken: [
      `INSERT INTO stored_batches (project_id, transaction_id, trace_ids, span_ids) SELECT project_id, 1, '{}', '{}' FROM traces
        ON CONFLICT (project_id, transaction_id) DO UPDATE SET stored_at = excluded.stored_at`,
    ],
  },
  {
    what: 'a table of every node by what is in those of the projects',
    refused: [
      'UPDATE projects SET name = traces.name FROM traces WHERE traces.project_id = projects.id',
      'UPDATE projects SET name = (SELECT max(name) FROM traces WHERE project_id = projects.id GROUP BY project_id)',
    ],
    taken: ['UPDATE traces SET release = slug FROM projects WHERE projects.id = traces.project_id'],
  },
  {
    what: 'a table that others refer to, after those of the projects',
    refused: [
      'ALTER TABLE traces ADD COLUMN x integer; ALTER TABLE projects ADD COLUMN x integer',
      'UPDATE traces SET step_count = 1; CREATE TABLE x (id uuid PRIMARY KEY, made_by text REFERENCES users (id))',
    ],
    taken: [
      'ALTER TABLE projects ADD COLUMN x integer; ALTER TABLE traces ADD COLUMN x integer; UPDATE projects SET x = 1',
      'UPDATE traces SET step_count = 1; ALTER TABLE prices ADD COLUMN x integer',
    ],
  },
];

test.each(CASES)('the refused form is reported once, and the accepted form is not: $what', ({ refused, taken }) => {
  for (const text of refused) expect(refusalsOf(text, tables), text).toHaveLength(1);
  for (const text of taken) expect(refusalsOf(text, tables), text).toEqual([]);
});

test('text in a comment or a string is not a statement', () => {
  const text = `-- UPDATE traces SET updated_at = clock_timestamp()\nCOMMENT ON TABLE traces IS 'DROP INDEX a, b'`;
  expect(refusalsOf(text, tables)).toEqual([]);
});

describe.skipIf(!process.env.DATABASE_URL)('on Citus', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await ensureProject(database.sql, { slug: 'p', name: 'P' });
  });
  afterAll(() => database.drop());

  const UNDONE = new Error('undone');
  const run = (text: string) =>
    database.sql
      .begin(async (transaction) => {
        await runStatements(transaction, text);
        throw UNDONE;
      })
      .catch((error: Error) => error);

  test.each(CASES)('Citus refuses one and accepts the other: $what', async ({ refused, taken }) => {
    if (!(await isCitus(database.sql))) return;
    for (const text of refused) expect(await run(text), text).not.toBe(UNDONE);
    for (const text of taken) expect(await run(text), text).toBe(UNDONE);
  });
});
