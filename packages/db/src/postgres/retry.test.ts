/** How errors are classified. When DATABASE_URL is a Citus, also errors of its shards. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyRows, type CopyTable } from './copy-rows.ts';
import { isCitus } from './distribute.ts';
import { sqlState } from './retry.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

/** Messages of shards as Citus 13.2.2 passes them on. */
const OF_SHARDS = [
  ['23514', 'new row for relation "trying_102008" violates check constraint "no_poison"'],
  ['23514', 'no partition of relation "parted_102016" found for row'],
  ['23505', 'duplicate key value violates unique constraint "trying_pkey_102008"'],
  ['23502', 'null value in column "word" of relation "refused_102010" violates not-null constraint'],
  ['54000', 'index row requires 18392 bytes, maximum size is 8191'],
  ['54000', 'index row size 2728 exceeds btree version 4 maximum 2704 for index "refused_word_idx_102010"'],
] as const;

const ofShard = (message: string) =>
  Object.assign(new Error(message), { code: 'XX000', file: 'multi_copy.c', routine: 'ReportCopyError' });

describe('an error of a Citus shard, which has no SQLSTATE', () => {
  test.each(OF_SHARDS)('is recognized as %s by its message: %s', (state, message) =>
    expect(sqlState(ofShard(message))).toBe(state),
  );

  test('stays an internal error when its message is unknown', () => {
    expect(sqlState(ofShard('could not extend file: No space left on device'))).toBe('XX000');
  });

  test('is not recognized by its message alone', () => {
    const error = Object.assign(new Error(OF_SHARDS[0][1]), { code: 'XX000', routine: 'exec_simple_query' });
    expect(sqlState(error)).toBe('XX000');
  });
});

describe('a refused COPY', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.sql
      .unsafe(`CREATE TABLE refused (project_id uuid NOT NULL, word text NOT NULL CHECK (word <> 'poison'),
      day date NOT NULL, PRIMARY KEY (project_id, word, day)) PARTITION BY RANGE (day)`);
    if (await isCitus(database.sql)) await database.sql`SELECT create_distributed_table('refused', 'project_id')`;
    await database.sql.unsafe(
      `CREATE TABLE refused_first PARTITION OF refused FOR VALUES FROM ('2026-01-01') TO ('2026-01-02')`,
    );
  });
  afterAll(() => database.drop());

  const REFUSED: CopyTable = { name: 'refused', columns: [{ project_id: 'uuid', word: 'text', day: 'date' }] };
  const copied = (...rows: { word: string | null; day?: string }[]) => {
    const full = rows.map((row) => [{ project_id: '11111111-1111-4111-8111-111111111111', day: '2026-01-01', ...row }]);
    return database.sql.begin((sql) => copyRows(sql, REFUSED, full)).then(() => undefined, sqlState);
  };

  test('is recognized by its SQLSTATE, for any row', async () => {
    expect(await copied({ word: 'fine' })).toBeUndefined();
    expect(await copied({ word: 'poison' })).toBe('23514');
    expect(await copied({ word: 'late', day: '2027-01-01' })).toBe('23514');
    expect(await copied({ word: 'twice' }, { word: 'twice' })).toBe('23505');
    expect(await copied({ word: null })).toBe('23502');
    const noise = Array.from({ length: 9_000 }, (_, index) => String.fromCharCode(33 + ((index * 7919) % 8_000))).join(
      '',
    );
    expect(await copied({ word: noise })).toBe('54000');
  });
});
