import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyRows, type CopyTable } from './copy-rows.ts';
import { sqlState } from './retry.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`CREATE TABLE copied (number bigint PRIMARY KEY, words text, list text[], id bytea, ids bytea[], bytes bytea)`;
});
afterAll(() => database.drop());

const COPIED: CopyTable = {
  name: 'copied',
  columns: [{ number: 'bigint' }, { words: 'text', list: 'text[]', id: 'hex', ids: 'hex[]', bytes: 'bytea' }],
};

const hex = fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('hex'));
/** Anything that PostgreSQL can hold, and often what COPY and arrays give a meaning. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('\\', '\t', '\n', '\r', '"', '{', '}', ',', '\\N', '\\.', 'NULL', ''),
      fc.string({ unit: 'grapheme' }),
    ),
  )
  .map((pieces) => pieces.join('').replaceAll('\0', ''));
const row = fc.record({
  words: fc.option(text),
  list: fc.option(fc.array(text, { maxLength: 4 })),
  id: fc.option(hex),
  ids: fc.array(hex, { maxLength: 3 }),
  bytes: fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
});

test('whatever is copied in is there as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      await database.sql`TRUNCATE copied`;
      await database.sql.begin((sql) =>
        copyRows(
          sql,
          COPIED,
          rows.map((one, number) => [{ number }, one]),
        ),
      );
      const stored = await database.sql`SELECT words, list, encode(id, 'hex') AS id,
        array(SELECT encode(id, 'hex') FROM unnest(ids) AS id) AS ids, bytes FROM copied ORDER BY number`;
      expect(stored.map((one) => ({ ...one }))).toEqual(rows.map((one) => ({ ...one })));
    }),
    { numRuns: 60 },
  );
});

test('rows of more than a piece arrive whole', async () => {
  await database.sql`TRUNCATE copied`;
  const rows = Array.from({ length: 50 }, (_row, number) => [
    { number },
    { words: '€'.repeat(number * 2_000), ids: [] },
  ]);
  await database.sql.begin((sql) => copyRows(sql, COPIED, rows));
  const [sum] = await database.sql`SELECT count(*)::int AS rows, sum(length(words))::int AS characters FROM copied`;
  expect({ ...sum }).toEqual({ rows: 50, characters: 2_450_000 });
});

test('what the database refuses, early or at the very end, is an error with its state, and the connection goes on', async () => {
  for (const [numbers, state] of [
    [[1, 'x', 2], '22P02'],
    [[1, 2, 1], '23505'],
  ] as const) {
    await database.sql`TRUNCATE copied`;
    const rows = numbers.map((number) => [{ number }, { words: 'w'.repeat(100_000), ids: [] }]);
    const error: unknown = await database.sql
      .begin((sql) => copyRows(sql, COPIED, rows))
      .catch((thrown: unknown) => thrown);
    expect(sqlState(error)).toBe(state);
    await database.sql.begin((sql) => copyRows(sql, COPIED, [[{ number: 7 }, { words: 'after', ids: [] }]]));
    expect([...(await database.sql`SELECT number::int FROM copied`)]).toEqual([{ number: 7 }]);
  }
});
