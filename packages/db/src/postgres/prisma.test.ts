import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { createPrisma, schemaOf } from './prisma.ts';
import { ensureProject } from '../projects/projects.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

test.each([
  ['postgres://me@here/subtext', undefined],
  ['postgres://me@here/subtext?search_path=', undefined],
  ['postgres://me@here/subtext?search_path=mine', 'mine'],
  ['postgres://me@here/subtext?search_path=mine,%20public', 'mine'],
  ['postgres://one:1,two:2/subtext', undefined],
])('the schema of the tables is the first one of the search path: %s', (url, schema) => {
  expect(schemaOf(url)).toBe(schema);
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// Skipped with DATABASE_URL, where every test database is a schema and the web app's tests show the same.
test.skipIf(process.env.DATABASE_URL)('Prisma finds the tables in the same schema as other connections', async () => {
  await database.sql`CREATE SCHEMA beside`;
  const url = new URL(database.url);
  url.searchParams.set('search_path', 'beside,public');
  await migrate(url.toString());
  const sql = connect(url.toString(), { max: 1 });
  await ensureProject(sql, { slug: 'here', name: 'Here' });
  await sql.end();
  const prisma = createPrisma(url.toString());
  const projects = await prisma.project.findMany();
  await prisma.$disconnect();
  expect(projects.map(({ slug }) => slug)).toEqual(['here']);
});
