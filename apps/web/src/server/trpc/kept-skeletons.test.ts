// The cache of skeletons, with a real database.
import { connect, ensureProject } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { decodeSkeleton } from '../../lib/skeleton/skeleton.ts';
import { skeletonOf } from './kept-skeletons.ts';
import { LargeReads } from '../large-reads/large-reads.ts';
import { readsOf } from '../testing/owner.ts';

const WANTED = { version: 'first', mostSpans: 100, opening: 10 };
const traceId = 'd'.repeat(32);
let database: TestDatabase;
let projectId: string;
let reads: LargeReads;

beforeAll(async () => {
  database = await createTestDatabase();
  reads = readsOf(database);
  const { sql } = database;
  ({ id: projectId } = await ensureProject(sql, { slug: 'default', name: 'default' }));
  const of = sql`${projectId}, current_date, decode(${traceId}, 'hex')`;
  await sql`insert into traces (project_id, day, trace_id, started_at, ended_at) values (${of}, now(), now())`;
  await sql`insert into spans (project_id, day, trace_id, span_id, started_at, kind, name, duration_ns, status, convention)
    values (${of}, decode('00000000000000aa', 'hex'), now(), 'other', 'one', 1, 'ok', 'subtext')`;
});
afterAll(() => database.drop());

const ask = (wanted: Partial<Parameters<typeof skeletonOf>[2]> = {}) =>
  skeletonOf(reads, { projectId, traceId }, { ...WANTED, ...wanted });
const names = ({ rows }: { rows: string }) => decodeSkeleton(rows).spans.map(({ name }) => name);

it('are made again when the one before failed', async () => {
  const lost = connect(database.url);
  await lost.end();
  await expect(
    skeletonOf(new LargeReads({ databaseUrl: database.url, sql: lost }), { projectId, traceId }, WANTED),
  ).rejects.toThrow();
  expect(names(await ask())).toEqual(['one']);
});

it('are made once for all who ask at the same time, and again for each version', async () => {
  const version = 'second';
  const [first, same, shared] = await Promise.all([
    ask({ version }),
    ask({ version }),
    ask({ version, shows: { thoughts: true, said: true, arguments: false, results: false } }),
  ]);
  expect(same).toBe(first);
  expect(shared).not.toBe(first);
  await database.sql`update spans set name = 'two' where project_id = ${projectId}`;
  expect(names(await ask({ version }))).toEqual(['one']);
  expect(names(await ask({ version: 'third' }))).toEqual(['two']);
});

it('are cut only where the trace has more spans than are read of it', async () => {
  const cut = async (stored: number) => {
    await database.sql`update traces set span_count = ${stored}::int where project_id = ${projectId}`;
    const { spans, capped } = await ask({ version: `of ${stored}`, mostSpans: 1 });
    return { spans, capped };
  };
  expect(await cut(1)).toEqual({ spans: 1, capped: false });
  expect(await cut(2)).toEqual({ spans: 1, capped: true });
});

it('are shared by a page and a route, which a build gives a module each', async () => {
  const version = 'made for a page';
  await ask({ version });
  vi.resetModules();
  const route = await import('./kept-skeletons.ts');
  const asked = await route.skeletonOf(reads, { projectId, traceId }, { ...WANTED, version });
  expect(route.skeletonOf).not.toBe(skeletonOf);
  expect(asked).toBe(await ask({ version }));
});
