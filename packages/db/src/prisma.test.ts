import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { createPrisma, schemaOf } from './prisma.ts';
import { ensureProject } from './projects.ts';
import { createTestDatabase } from './testing.ts';

test.each([
  ['postgres://me@here/subtext', undefined],
  ['postgres://me@here/subtext?search_path=', undefined],
  ['postgres://me@here/subtext?search_path=mine', 'mine'],
  ['postgres://me@here/subtext?search_path=mine,%20public', 'mine'],
  ['postgres://one,two/subtext', undefined],
])('the schema of the tables is what the search path begins with: %s', (url, schema) => {
  expect(schemaOf(url)).toBe(schema);
});

test('Prisma finds the tables where every other connection does', async () => {
  const database = await createTestDatabase();
  const schema = `beside_${randomUUID().slice(0, 8)}`;
  await database.sql`CREATE SCHEMA ${database.sql(schema)}`;
  const url = new URL(database.url);
  url.searchParams.set('search_path', `${schema},public`);
  await migrate(url.toString());
  const sql = connect(url.toString(), { max: 1 });
  await ensureProject(sql, { slug: 'here', name: 'Here' });
  await sql.end();
  const prisma = createPrisma(url.toString());
  const projects = await prisma.project.findMany();
  await prisma.$disconnect();
  await database.sql`DROP SCHEMA ${database.sql(schema)} CASCADE`;
  await database.drop();
  expect(projects.map(({ slug }) => slug)).toEqual(['here']);
});
