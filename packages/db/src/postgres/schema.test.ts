/**
 * Compares prisma/schema.prisma with the migrated database: tables, columns, types, nullability, keys and unique
 * constraints.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

const TYPES: Readonly<Record<string, string>> = {
  'String @db.Uuid': 'uuid',
  String: 'text',
  'DateTime @db.Timestamptz(6)': 'timestamptz',
  'DateTime @db.Date': 'date',
  Boolean: 'bool',
  Bytes: 'bytea',
  BigInt: 'int8',
  Int: 'int4',
  Float: 'float8',
  Json: 'jsonb',
};

interface Table {
  columns: Record<string, string>;
  /** Sorted column lists of the primary key and the unique constraints. */
  keys: string[];
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("Prisma's schema matches that of the migrated database", async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../prisma/schema.prisma'), 'utf8');
  expect(tablesOfSchema(text)).toEqual(await tablesOfDatabase());
});

function tablesOfSchema(text: string): Record<string, Table> {
  const models = [...text.matchAll(/^model \w+ \{\n([^]*?)\n\}/gm)].map((match) => tableOf(match[1]!));
  return Object.fromEntries(models);
}

function tableOf(body: string): [string, Table] {
  const table: Table = { columns: {}, keys: [] };
  const columnOf = new Map<string, string>();
  const lines = body.split('\n').map((line) => line.trim());
  for (const line of lines.filter((line) => /^\w/.test(line) && !line.includes('@relation'))) {
    const [field, type] = line.split(/\s+/) as [string, string];
    const native = /@db\.[\w()]+/.exec(line)?.[0];
    const known = TYPES[[type.replace(/\?|\[\]$/, ''), native].filter(Boolean).join(' ')];
    // The other side of a relation is not a column.
    if (known === undefined) continue;
    const column = /@map\("(\w+)"\)/.exec(line)?.[1] ?? field;
    columnOf.set(field, column);
    table.columns[column] = `${type.endsWith('[]') ? '_' : ''}${known}${type.endsWith('?') ? ' null' : ''}`;
    if (/@id\b/.test(line)) table.keys.push(`primary ${column}`);
    if (/@unique\b/.test(line)) table.keys.push(`unique ${column}`);
  }
  for (const match of body.matchAll(/@@(id|unique)\(\[(.*?)\]/g)) {
    const columns = match[2]!.split(', ').map((field) => columnOf.get(field));
    table.keys.push(`${match[1] === 'id' ? 'primary' : 'unique'} ${columns.join(', ')}`);
  }
  table.keys.sort();
  return [/@@map\("(\w+)"\)/.exec(body)![1]!, table];
}

/** Prisma has no nullable lists. */
async function tablesOfDatabase(): Promise<Record<string, Table>> {
  const columns = await database.sql<{ table: string; column: string; type: string; nullable: boolean }[]>`
    SELECT class.relname AS table, attname AS column, typname AS type, NOT attnotnull AS nullable
    FROM pg_attribute JOIN pg_class AS class ON class.oid = attrelid JOIN pg_type AS type ON type.oid = atttypid
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0
      AND NOT attisdropped AND relname <> '_prisma_migrations'`;
  const keys = await database.sql<{ table: string; key: string }[]>`
    SELECT class.relname AS table, CASE indisprimary WHEN true THEN 'primary ' ELSE 'unique ' END || (
      SELECT string_agg(attname, ', ' ORDER BY position) FROM unnest(indkey::int[]) WITH ORDINALITY AS parts (number, position)
      JOIN pg_attribute ON attrelid = indrelid AND attnum = number) AS key
    FROM pg_index JOIN pg_class AS class ON class.oid = indrelid
    WHERE relnamespace = current_schema()::regnamespace AND indisunique AND indpred IS NULL AND NOT relispartition
      AND relname <> '_prisma_migrations'`;
  const tables: Record<string, Table> = {};
  for (const { table, column, type, nullable } of columns) {
    (tables[table] ??= { columns: {}, keys: [] }).columns[column] =
      `${type}${nullable && !type.startsWith('_') ? ' null' : ''}`;
  }
  for (const { table, key } of keys) tables[table]!.keys.push(key);
  for (const table of Object.values(tables)) table.keys.sort();
  return tables;
}
