import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyRows, type CopyTable, type CopyType } from './copy-rows.ts';
import { columnOf } from './json-rows.ts';
import { sqlState } from './retry.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { CALLS, PAYLOADS, SPANS, TEXTS } from '../write/write-statements.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`CREATE TABLE copied (number bigint PRIMARY KEY, words text, list text[], id bytea, ids bytea[], bytes bytea, at timestamptz,
    day date, project uuid, large bigint, small integer, holds boolean)`;
});
afterAll(() => database.drop());

const COPIED: CopyTable = {
  name: 'copied',
  columns: [
    { number: 'bigint' },
    { words: 'text', list: 'text[]', id: 'hex', ids: 'hex[]', bytes: 'bytea' },
    { at: 'timestamptz', day: 'date', project: 'uuid', large: 'bigint', small: 'integer', holds: 'boolean' },
  ],
};

const hex = fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('hex'));
/** Any text that PostgreSQL can store, often with characters that COPY and arrays interpret. */
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
/** Years 1 to 9999, with microseconds. */
const time = fc
  .tuple(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), fc.nat(999))
  .map(([date, micros]) => date.toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`));
const INT4 = 2 ** 31;
const figures = fc.record({
  at: fc.option(time),
  day: fc.option(time.map((iso) => iso.slice(0, 10))),
  project: fc.option(fc.uuid()),
  large: fc.option(
    fc.oneof(
      fc.maxSafeInteger(),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.maxSafeInteger().map(String),
    ),
  ),
  small: fc.option(fc.integer({ min: -INT4, max: INT4 - 1 })),
  holds: fc.option(fc.boolean()),
});

test('every value is read back as it was copied', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      await database.sql`TRUNCATE copied`;
      await database.sql.begin((sql) =>
        copyRows(
          sql,
          COPIED,
          rows.map((one, number) => [{ number }, one, {}]),
        ),
      );
      const stored = await database.sql`SELECT words, list, encode(id, 'hex') AS id,
        array(SELECT encode(id, 'hex') FROM unnest(ids) AS id) AS ids, bytes FROM copied ORDER BY number`;
      expect(stored.map((one) => ({ ...one }))).toEqual(rows.map((one) => ({ ...one })));
    }),
    { numRuns: 60 },
  );
});

test('times, days, numbers and booleans are read back as they were copied', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(figures, { maxLength: 20 }), async (rows) => {
      await database.sql`TRUNCATE copied`;
      await database.sql.begin((sql) =>
        copyRows(
          sql,
          COPIED,
          rows.map((one, number) => [{ number }, {}, one]),
        ),
      );
      const stored =
        await database.sql`SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, day::text, project::text,
        large::text, small, holds FROM copied ORDER BY number`;
      expect(stored.map((one) => ({ ...one }))).toEqual(
        rows.map((one) => ({ ...one, large: one.large === null ? null : String(one.large) })),
      );
    }),
    { numRuns: 60 },
  );
});

test('a value outside the range of its type is refused by the database as a fault of the data', async () => {
  for (const figure of [
    { small: INT4 },
    { small: 1.5 },
    { large: 2n ** 63n },
    { large: 1.5 },
    { large: '1e400' },
    { at: 'yesterday' },
    { at: '2026-02-31T25:00:00.000000Z' },
    { day: 'today' },
  ]) {
    await database.sql`TRUNCATE copied`;
    const rows = [0, 1].map((number) => [{ number }, {}, number === 0 ? {} : figure]);
    const error: unknown = await database.sql.begin((sql) => copyRows(sql, COPIED, rows)).catch((thrown) => thrown);
    expect([figure, sqlState(error)]).toEqual([figure, '22P03']);
  }
});

test('a time in another zone, half a byte and half an id are refused, also after valid values', async () => {
  const second = { at: '2026-01-01T00:00:00.000000Z', project: '0'.repeat(32) };
  for (const [texts, figure] of [
    [{}, { at: '2026-01-01T00:00:00+02:00' }],
    [{}, { project: '00000000-0000' }],
    [{}, { project: 'z'.repeat(32) }],
    [{ id: 'abc' }, {}],
    [{ id: 'zz' }, {}],
    [{ ids: ['00', 'é0'] }, {}],
  ] as const) {
    await database.sql`TRUNCATE copied`;
    const rows = [
      [{ number: 0 }, {}, second],
      [{ number: 1 }, texts, figure],
    ];
    const error: unknown = await database.sql.begin((sql) => copyRows(sql, COPIED, rows)).catch((thrown) => thrown);
    expect([texts, figure, sqlState(error)?.slice(0, 4)]).toEqual([texts, figure, '22P0']);
  }
});

test('every copied column has the type in which its bytes are written', async () => {
  for (const table of [SPANS, CALLS, TEXTS, PAYLOADS]) {
    const given = Object.assign({}, ...table.columns) as Record<string, CopyType>;
    const rows = await database.sql<{ name: string; type: string }[]>`
      SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = ${table.name}::regclass AND attnum > 0`;
    const typeOf = new Map(rows.map(({ name, type }) => [name, type]));
    for (const [property, type] of Object.entries(given))
      expect([table.name, property, typeOf.get(columnOf(property))]).toEqual([table.name, property, SQL_TYPE[type]]);
  }
});

const SQL_TYPE: Readonly<Record<CopyType, string>> = {
  uuid: 'uuid',
  hex: 'bytea',
  'hex[]': 'bytea[]',
  bytea: 'bytea',
  text: 'text',
  'text[]': 'text[]',
  date: 'date',
  timestamptz: 'timestamp with time zone',
  bigint: 'bigint',
  integer: 'integer',
  boolean: 'boolean',
};

test('rows larger than one chunk arrive whole', async () => {
  await database.sql`TRUNCATE copied`;
  const rows = Array.from({ length: 50 }, (_row, number) => [
    { number },
    { words: '€'.repeat(number * 2_000), ids: [] },
    {},
  ]);
  await database.sql.begin((sql) => copyRows(sql, COPIED, rows));
  const [sum] = await database.sql`SELECT count(*)::int AS rows, sum(length(words))::int AS characters FROM copied`;
  expect({ ...sum }).toEqual({ rows: 50, characters: 2_450_000 });
});

test('a refusal of the database, early or at the end, is an error with its SQLSTATE, and the connection stays usable', async () => {
  for (const [numbers, state] of [
    [[1, 'x', 2], '22P03'],
    [[1, 2, 1], '23505'],
  ] as const) {
    await database.sql`TRUNCATE copied`;
    const rows = numbers.map((number) => [{ number }, { words: 'w'.repeat(100_000), ids: [] }, {}]);
    const error: unknown = await database.sql
      .begin((sql) => copyRows(sql, COPIED, rows))
      .catch((thrown: unknown) => thrown);
    expect(sqlState(error)).toBe(state);
    await database.sql.begin((sql) => copyRows(sql, COPIED, [[{ number: 7 }, { words: 'after', ids: [] }, {}]]));
    expect([...(await database.sql`SELECT number::int FROM copied`)]).toEqual([{ number: 7 }]);
  }
});
