/** A thread's answer equals that of an exporter in this thread. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IngestError } from '../errors.ts';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';
import type { Delivery, Exporter } from './index.ts';
import { exporterThreads } from './threads.ts';

describe('spans read in threads', () => {
  let server: TestIngest;
  beforeAll(async () => {
    server = await startIngest({}, { threads: 2 });
  });
  afterAll(() => server.close());

  const send = (body: string) =>
    fetch(`${server.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': server.key },
      body,
    });

  test('are committed when the answer comes, and are counted once across threads', async () => {
    const spans = Array.from({ length: 20 }, (_, index) => jsonSpan({ name: `span ${index}` }));
    const requests = [...spans, ...spans].map((span) => JSON.stringify(jsonRequest([span])));
    const answers = await Promise.all(requests.map(send));
    expect(answers.map(({ status }) => status)).toEqual(requests.map(() => 200));
    const [row] = await server.database.sql<{ spans: number; counted: number }[]>`
      SELECT (SELECT count(*) FROM spans)::int AS spans, (SELECT sum(span_count) FROM traces)::int AS counted`;
    expect({ ...row }).toEqual({ spans: 20, counted: 20 });
  });

  test('that are none are refused in the same words', async () => {
    const answer = await send('{"resourceSpans": {}}');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('resourceSpans') as string });
  });

  test('that only the database refuses are quarantined, the others stored', async () => {
    const { sql } = server.database;
    await sql`ALTER TABLE spans ADD CONSTRAINT refusing CHECK (name <> 'poison') NOT VALID`;
    const answer = await send(JSON.stringify(jsonRequest([jsonSpan({ name: 'poison' }), jsonSpan({ name: 'well' })])));
    await sql`ALTER TABLE spans DROP CONSTRAINT refusing`;
    expect(await answer.json()).toMatchObject({ partialSuccess: { rejectedSpans: '1' } });
    const rows = await sql`SELECT name FROM spans WHERE name IN ('poison', 'well')`;
    expect(rows.map(({ name }) => name as string)).toEqual(['well']);
  });
});

describe('a thread', () => {
  const file = new URL('../testing/mortal-thread.ts', import.meta.url);
  const options = { databaseUrl: '', queueSpans: 1, writers: 1 };
  const delivery = (signal: Delivery['signal'], body: string): Delivery => ({
    projectId: '',
    signal,
    type: 'application/json',
    pieces: [Buffer.from(body)],
    rules: null,
  });
  const open: Exporter[] = [];
  const threads = (count: number) => {
    const exporter = exporterThreads(count, options, { observe: () => {}, file });
    open.push(exporter);
    return exporter;
  };
  afterAll(() => Promise.all(open.map((exporter) => exporter.close())));

  test('gets the bytes of one request, and nothing of what lies beside them in memory', async () => {
    const exporter = threads(2);
    const bodies = Array.from({ length: 50 }, (_, index) => 'x'.repeat(index));
    const results = await Promise.all(bodies.map((body) => exporter.export(delivery('traces', body))));
    expect(results.map(({ items }) => items)).toEqual(bodies.map(({ length }) => length));
  });

  test.each([
    ['large', 3, 70_000],
    ['small', 500, 3],
  ])('gets all pieces of a body that came in %s ones', async (_size, count, length) => {
    const exporter = threads(1);
    const pieces = Array.from({ length: count }, (_, index) => Buffer.alloc(length + index, 'x'));
    const sum = pieces.reduce((total, piece) => total + piece.length, 0);
    await expect(exporter.export({ ...delivery('traces', ''), pieces })).resolves.toMatchObject({ items: sum });
  });

  test('that ends lets its senders try again, and another takes its place', async () => {
    const exporter = threads(1);
    const lost = exporter.export(delivery('logs', 'x'));
    await expect(lost).rejects.toMatchObject({ kind: 'INTERNAL' });
    await expect(lost).rejects.toBeInstanceOf(IngestError);
    await expect(exporter.export(delivery('traces', 'xyz'))).resolves.toMatchObject({ items: 3 });
  });
});
