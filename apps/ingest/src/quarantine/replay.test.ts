/** Quarantined spans that can be stored now are stored once, and only then leave the quarantine. */
import { askReplay, quarantineBytes, quarantinePage, quarantineSummary } from '@subtext/db';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';
import { jsonLog, jsonLogs } from '../testing/otlp-logs.ts';
import { replayRequested } from './requested-replays.ts';
import { replay } from './replay.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.sql`DELETE FROM quarantine`;
});

async function send(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': server.key };
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}

/** While it holds, the database refuses these names. */
async function refusing(names: string[], work: () => Promise<void>): Promise<void> {
  const { sql } = server.database;
  const list = names.map((name) => `'${name}'`).join(', ');
  await sql.unsafe(`ALTER TABLE spans ADD CONSTRAINT refusing CHECK (name NOT IN (${list})) NOT VALID`);
  await work();
  await sql`ALTER TABLE spans DROP CONSTRAINT refusing`;
}

const rowOf = async (spanId: string) => {
  const [row] = await server.database.sql`
    SELECT spans.kind, request_model, spans.output_tokens::int AS tokens, duration_ns::int8 AS duration, span_count
    FROM spans JOIN traces USING (project_id, trace_id) WHERE span_id = ${Buffer.from(spanId, 'hex')}`;
  return row && { ...row };
};

test('a span that the database refused is stored as it would have been', async () => {
  const [refused, plain] = [jsonSpan({ name: 'poison' }), jsonSpan({ name: 'well' })];
  await refusing(['poison'], () => send('/v1/traces', jsonRequest([refused, plain])));
  expect(await rowOf(refused.spanId)).toBeUndefined();
  expect(await replay(server.database.sql, {})).toEqual({ stored: 1, refused: new Map() });
  expect(await rowOf(refused.spanId)).toEqual(await rowOf(plain.spanId));
  expect(await quarantineSummary(server.database.sql, {})).toEqual([]);
});

test('a log record is attached to its span, and the same row as when it is sent again', async () => {
  const span = jsonSpan();
  const log = jsonLogs([
    jsonLog({ traceId: span.traceId, spanId: span.spanId, eventName: 'poison', body: { a: [1, { b: 'c' }] } }),
  ]);
  await refusing(['poison'], () => send('/v1/logs', log));
  expect((await replay(server.database.sql, {})).stored).toBe(1);
  await send('/v1/logs', log);
  const rows = await server.database
    .sql`SELECT encode(duplicate_of, 'hex') AS of FROM spans WHERE trace_id = ${Buffer.from(span.traceId, 'hex')}`;
  expect([...rows]).toEqual([{ of: span.spanId }]);
});

test('what was sent again meanwhile is not stored twice', async () => {
  const span = jsonSpan({ name: 'poison' });
  await refusing(['poison'], () => send('/v1/traces', jsonRequest([span])));
  await send('/v1/traces', jsonRequest([span]));
  expect((await replay(server.database.sql, {})).stored).toBe(1);
  expect(await rowOf(span.spanId)).toMatchObject({ span_count: 1 });
});

test('what is still refused stays, with its reason, and the others do not wait for it', async () => {
  const [bad, good] = [jsonSpan({ traceId: '00'.repeat(16) }), jsonSpan({ name: 'poison' })];
  await refusing(['poison', 'other'], () => send('/v1/traces', jsonRequest([bad, good, jsonSpan({ name: 'other' })])));
  const { sql } = server.database;
  await refusing(['other'], async () => {
    const { stored, refused } = await replay(sql, { projectId: server.projectId });
    expect([stored, [...refused.values()]]).toEqual([1, [1, 1]]);
  });
  const kept = await quarantineSummary(sql, { projectId: server.projectId });
  expect(kept.map(({ project, spans }) => [project, spans])).toEqual([
    ['shop', 1],
    ['shop', 1],
  ]);
  expect(kept.every(({ bytes }) => bytes > 0)).toBe(true);
});

test('an id that is no hexadecimal is none on the second reading either', async () => {
  await send('/v1/traces', jsonRequest([jsonSpan({ spanId: 'my-span1' }), jsonSpan()]));
  const { refused } = await replay(server.database.sql, {});
  expect(refused).toEqual(new Map([['span id must be 16 hexadecimal digits', 1]]));
});

test('is limited to a project and a reason', async () => {
  await send('/v1/traces', jsonRequest([jsonSpan({ traceId: '00'.repeat(16) }), jsonSpan({ startTimeUnixNano: '0' })]));
  const { sql } = server.database;
  const elsewhere = { projectId: '00000000-0000-4000-8000-000000000009' };
  expect((await replay(sql, elsewhere)).refused.size).toBe(0);
  expect([...(await replay(sql, { reason: 'start time is missing' })).refused.keys()]).toEqual([
    'start time is missing',
  ]);
});

test('bytes that are no payload stay as they are', async () => {
  await server.database.sql`
    INSERT INTO quarantine ${server.database.sql([
      {
        project_id: server.projectId,
        reason: 'x',
        content_type: 'application/octet-stream',
        body: Buffer.from([0, 1, 255]),
      },
      { project_id: server.projectId, reason: 'x', content_type: 'application/json', body: Buffer.from('[]') },
    ])}`;
  const { stored, refused } = await replay(server.database.sql, {});
  expect([stored, [...refused.values()]]).toEqual([0, [2]]);
});

describe('what a screen shows', () => {
  const page = (after: Parameters<typeof quarantinePage>[1]['after'] = null, limit = 2) =>
    quarantinePage(server.database.sql, { projectId: server.projectId, limit, after });

  test('what is sent again and refused again is one row that counts how often it came', async () => {
    const request = jsonRequest([jsonSpan({ traceId: '00'.repeat(16) }), jsonSpan({ startTimeUnixNano: '0' })]);
    for (let sent = 0; sent < 3; sent += 1) await send('/v1/traces', request);
    const rows = await page();
    expect(rows.map(({ times }) => times)).toEqual([3, 3]);
    expect(rows.every(({ firstAt, lastAt }) => firstAt < lastAt)).toBe(true);
    const summary = await quarantineSummary(server.database.sql, { projectId: server.projectId });
    expect(summary.map(({ spans, times }) => [spans, times])).toEqual([
      [1, 3],
      [1, 3],
    ]);
  });

  test('the same span twice in one request is one row, too, and another reason is another row', async () => {
    const span = jsonSpan({ name: 'poison' });
    await refusing(['poison'], () => send('/v1/traces', jsonRequest([span])));
    const bad = jsonSpan({ traceId: '00'.repeat(16) });
    await send('/v1/traces', jsonRequest([bad, bad]));
    expect((await page()).map(({ times }) => times)).toEqual([2, 1]);
  });

  test('is read page by page, newest first, and the bytes of one in pieces', async () => {
    for (const name of ['first', 'second', 'third']) {
      await send('/v1/traces', jsonRequest([jsonSpan({ name, traceId: '00'.repeat(16) })]));
    }
    const first = await page();
    const rest = await page(first[1]!.cursor);
    expect(await page(rest.at(-1)!.cursor)).toEqual([]);
    const names: string[] = [];
    for (const { id, bytes } of [...first, ...rest]) {
      const key = { projectId: server.projectId, id };
      const [head, tail] = await Promise.all(
        [0, 10].map((offset) =>
          quarantineBytes(server.database.sql, key, { offset, length: offset === 0 ? 10 : bytes }),
        ),
      );
      expect(head).toMatchObject({ total: bytes });
      expect(head!.bytes).toHaveLength(10);
      names.push((JSON.parse(`${head!.bytes}${tail!.bytes}`) as { name: string }).name);
    }
    expect(names).toEqual(['third', 'second', 'first']);
    const elsewhere = { projectId: '00000000-0000-4000-8000-000000000009', id: first[0]!.id };
    expect(await quarantineBytes(server.database.sql, elsewhere, { offset: 0, length: 9 })).toBeUndefined();
  });

  test('what is asked for is read again by an ingest: what can be stored leaves, the rest says why it stays', async () => {
    const { sql } = server.database;
    const [bad, good] = [jsonSpan({ traceId: '00'.repeat(16) }), jsonSpan({ name: 'poison' })];
    await refusing(['poison'], () => send('/v1/traces', jsonRequest([bad, good])));
    expect(await replayRequested(sql)).toBeUndefined();
    const [kept] = (await page()).filter(({ reason }) => reason.includes('trace id'));
    expect(await askReplay(sql, { projectId: server.projectId })).toBe(2);
    expect((await page()).map(({ isAsked }) => isAsked)).toEqual([true, true]);
    expect(await replayRequested(sql)).toMatchObject({ stored: 1 });
    expect(await rowOf(good.spanId)).toBeDefined();
    expect(await page()).toMatchObject([
      { id: kept!.id, isAsked: false, refusedBecause: kept!.reason, replayedAt: expect.any(Date) as Date },
    ]);
    expect(await replayRequested(sql)).toBeUndefined();
  });
});
