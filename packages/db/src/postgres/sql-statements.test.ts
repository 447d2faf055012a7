import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from './sql-statements.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../prisma/migrations');

test.each<[string, string, string[]]>([
  ['none', ' ;\n-- only a comment;\n;/* ; */', []],
  ['the last without a semicolon', 'SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
  ['comments before them', '-- a; b\nSELECT 1;\n-- end', ['-- a; b\nSELECT 1']],
  [
    'quoted text and names',
    `SELECT 'a;''b;', "c;""d;", E'e;\\';'; SELECT ''`,
    [`SELECT 'a;''b;', "c;""d;", E'e;\\';'`, `SELECT ''`],
  ],
  [
    'text between dollars',
    'DO $$ a; $x$ b; $$; SELECT $x$;$$;$x$, a$b$; SELECT b$b$',
    ['DO $$ a; $x$ b; $$', 'SELECT $x$;$$;$x$, a$b$', 'SELECT b$b$'],
  ],
])('the statements of a text: %s', (_, text, statements) => {
  expect(statementsOf(text)).toEqual(statements);
});

describe('the migrations', async () => {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d/.test(name));
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test.each(names)('%s is split into statements, each of which a server accepts as one', async (name) => {
    const text = await readFile(join(MIGRATIONS, name, 'migration.sql'), 'utf8');
    const statements = statementsOf(text);
    const bare = (sql: string) => sql.replaceAll(/[\s;]/g, '');
    expect(bare(statements.join(''))).toBe(bare(text));
    // Statements are parsed but not executed, because later migrations may have dropped what they name.
    for (const statement of statements) {
      const state = await database.sql
        .unsafe(statement)
        .describe()
        .then(
          () => undefined,
          (error: { code: string }) => error.code,
        );
      expect(state, statement).not.toBe('42601');
    }
  });
});
