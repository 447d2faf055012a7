/** `/metrics` after a known number of spans with each outcome, read over HTTP, with threads and without. */
import { connect } from 'node:http2';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createApiKey, ensureProject } from '@subtext/db';
import { namesUsed, scrape, type Scrape } from '@subtext/metrics/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';
import { jsonLog, jsonLogs } from '../testing/otlp-logs.ts';
import { reasonToReject } from '../otlp/check-span.ts';

const many = (count: number, fields: Record<string, unknown> = {}) =>
  Array.from({ length: count }, () => jsonSpan(fields));

/** Text that a user sends: content, a name, a key of an attribute, and a reason of a failure. */
const SECRET = 'xyzzy-secret';
const SECRET_SPAN = {
  name: SECRET,
  attributes: [
    { key: SECRET, value: { stringValue: SECRET } },
    { key: 'gen_ai.request.model', value: { stringValue: SECRET } },
  ],
};

describe.each([0, 2])('metrics of ingest with %i threads', (threads) => {
  let server: TestIngest;
  beforeAll(async () => {
    server = await startIngest({}, { threads });
    // The first request of each thread opens its connections; on a busy machine its answer may come too late, and its
    // commit later still.
    let sent = 0;
    const statuses = async () => (await Promise.all([1, 2].map(() => sendSpans(many(1))))).map(({ status }) => status);
    do sent += 2;
    while ((await statuses()).some((status) => status !== 200));
    while (spans(await metrics(), 'accepted') < sent);
  });
  afterAll(() => server.close());

  const send = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': server.key, ...headers },
      body,
    });
  const sendSpans = (spans: readonly object[]) => send('/v1/traces', JSON.stringify(jsonRequest(spans)));
  const metrics = () => scrape(`${server.url}/metrics`);
  const spans = (found: Scrape, fate: string, labels: Record<string, string> = {}) =>
    found.value(`subtext_ingest_spans_${fate}_total`, labels);
  /** What was counted between two looks, without what stayed as it was. */
  async function counted(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await metrics();
    await work();
    const after = await metrics();
    const fates = ['accepted', 'duplicate', 'quarantined', 'rejected'].flatMap((fate) =>
      ['span', 'log_record'].map((kind) => [
        `${fate} ${kind}`,
        spans(after, fate, { kind }) - spans(before, fate, { kind }),
      ]),
    );
    return Object.fromEntries(fates.filter(([, count]) => count !== 0)) as Record<string, number>;
  }

  it('count what is new, what was sent again, and each item once', async () => {
    const sent = many(300);
    const pieces = Array.from({ length: 10 }, (_, index) => sent.slice(index * 30, index * 30 + 30));
    expect(await counted(() => Promise.all(pieces.map(sendSpans)))).toEqual({ 'accepted span': 300 });
    const twice = [...sent.slice(0, 200), ...many(7)];
    expect(await counted(() => sendSpans(twice))).toEqual({ 'accepted span': 7, 'duplicate span': 200 });
    const [again] = many(1);
    expect(await counted(() => sendSpans([again!, again!, again!]))).toEqual({
      'accepted span': 1,
      'duplicate span': 2,
    });
    const [row] = await server.database.sql<{ spans: number }[]>`SELECT count(*)::int AS spans FROM spans`;
    expect(spans(await metrics(), 'accepted')).toBe(row!.spans);
  });

  it('count an update of a span without an end as accepted', async () => {
    const open = jsonSpan({ endTimeUnixNano: '0' });
    const snapshot = (number: string) => ({
      ...open,
      attributes: [{ key: 'subtext.snapshot', value: { intValue: number } }],
    });
    expect(await counted(() => sendSpans([open]))).toEqual({ 'accepted span': 1 });
    expect(await counted(() => sendSpans([{ ...open, endTimeUnixNano: '1790000001500000000' }]))).toEqual({
      'accepted span': 1,
    });
    expect(await counted(() => sendSpans([snapshot('1')]))).toEqual({ 'duplicate span': 1 });
  });

  it('count quarantined spans by reason, those that only the database refuses among them', async () => {
    const { sql } = server.database;
    const before = await metrics();
    await sql`ALTER TABLE spans ADD CONSTRAINT refusing CHECK (name <> 'poison') NOT VALID`;
    const bad = [...many(3, { traceId: '00'.repeat(16) }), ...many(2, { startTimeUnixNano: '0' })];
    const counts = await counted(() => sendSpans([...bad, ...many(2, { name: 'poison' }), ...many(9)]));
    await sql`ALTER TABLE spans DROP CONSTRAINT refusing`;
    expect(counts).toEqual({ 'accepted span': 9, 'quarantined span': 7 });
    const after = await metrics();
    const of = (reason: string) => spans(after, 'quarantined', { reason }) - spans(before, 'quarantined', { reason });
    expect([of('trace_id'), of('time'), of('database'), of('other')]).toEqual([3, 2, 2, 0]);
  });

  it('count a batch of two projects of which one fails: each span once', async () => {
    const { sql } = server.database;
    const { id } = await ensureProject(sql, { slug: 'other', name: 'Other' });
    const { key: other } = await createApiKey(sql, { projectId: id, name: 'test', scopes: ['ingest'] });
    await sql`ALTER TABLE spans ADD CONSTRAINT refusing CHECK (name <> 'poison') NOT VALID`;
    const theirs = () => send('/v1/traces', JSON.stringify(jsonRequest(many(50))), { 'x-api-key': other });
    const counts = await counted(() =>
      Promise.all([theirs(), sendSpans([...many(20), ...many(1, { name: 'poison' }), ...many(20)]), theirs()]),
    );
    await sql`ALTER TABLE spans DROP CONSTRAINT refusing`;
    expect(counts).toEqual({ 'accepted span': 140, 'quarantined span': 1 });
  });

  it('count log records apart, and those that belong to no trace as rejected', async () => {
    const span = jsonSpan();
    const attached = jsonLog({ traceId: span.traceId, spanId: span.spanId, eventName: 'something', body: {} });
    const lost = jsonLog({ traceId: '', spanId: '', eventName: 'something', body: {} });
    const counts = await counted(() => send('/v1/logs', JSON.stringify(jsonLogs([attached, lost, lost]))));
    expect(counts).toEqual({ 'accepted log_record': 1, 'rejected log_record': 2 });
    expect(spans(await metrics(), 'rejected', { reason: 'no_trace' })).toBeGreaterThanOrEqual(2);
  });

  it('count requests by status, of both transports', async () => {
    const of = (found: Scrape, transport: string, status: string) =>
      found.value('subtext_ingest_requests_total', { transport, status });
    const before = await metrics();
    await sendSpans(many(1));
    await send('/v1/traces', '{broken');
    await send('/v1/traces', '{}', { 'x-api-key': 'sbtx_live_unknown' });
    await grpcCall(server.grpcUrl, server.key);
    await grpcCall(server.grpcUrl, 'sbtx_live_unknown');
    const after = await metrics();
    const more = (transport: string, status: string) => of(after, transport, status) - of(before, transport, status);
    expect([more('http', '200'), more('http', '400'), more('http', '401')]).toEqual([1, 1, 1]);
    expect([more('grpc', '0'), more('grpc', '16')]).toEqual([1, 1]);
    expect(after.value('subtext_ingest_request_duration_seconds_count', { transport: 'grpc' })).toBeGreaterThanOrEqual(
      2,
    );
  });

  it('say how each commit went, and how things stand now', async () => {
    const before = await metrics();
    await sendSpans(many(30));
    const after = await metrics();
    for (const name of ['commit_duration_seconds', 'batch_spans'].map((end) => `subtext_ingest_${end}_count`))
      expect(after.value(name) - before.value(name)).toBe(1);
    const now = (name: string, labels = {}) => after.value(`subtext_ingest_${name}`, labels);
    expect([now('queue_spans'), now('queue_bytes')]).toEqual([0, 0]);
    expect([now('queue_limit_spans'), now('queue_limit_bytes')]).toEqual([50_000, 32 * 1024 ** 2]);
    expect(now('database_pool_size', { pool: 'store' })).toBeGreaterThan(0);
    expect(now('database_pool_waiting')).toBe(0);
    expect(after.names.has('subtext_ingest_thread_heap_used_bytes')).toBe(true);
    if (threads > 0) expect(now('thread_heap_used_bytes', { thread: '2' })).toBeGreaterThan(1e6);
  });

  it('see what waits for a database that is held up', async () => {
    const { sql } = server.database;
    const held = await sql.reserve();
    await held`BEGIN`;
    await held`LOCK TABLE spans IN ACCESS EXCLUSIVE MODE`;
    const answer = sendSpans(many(25));
    let found = await metrics();
    while (found.value('subtext_ingest_queue_spans') === 0) found = await metrics();
    expect(found.value('subtext_ingest_queue_spans')).toBe(25);
    expect(found.value('subtext_ingest_queue_bytes')).toBeGreaterThan(25 * 100);
    expect(found.value('subtext_ingest_database_pool_in_use', { pool: 'store' })).toBeGreaterThan(0);
    await held`ROLLBACK`;
    held.release();
    expect((await answer).status).toBe(200);
  });

  it.each(['subtext.json', 'alerts.yml'])('have every name that docs/grafana/%s asks for', async (file) => {
    const text = await readFile(new URL(`../../../../docs/grafana/${file}`, import.meta.url), 'utf8');
    const used = namesUsed(text, ['subtext_ingest_', 'subtext_build_', 'process_', 'nodejs_']);
    expect(used.length).toBeGreaterThan(5);
    const { names } = await metrics();
    // A series of collections is there after the first one.
    expect(used.filter((name) => !names.has(name) && !name.startsWith('nodejs_gc_'))).toEqual([]);
  });

  it('hold nothing that a user sent, and neither does the log', async () => {
    const { sql } = server.database;
    await sql`ALTER TABLE spans ADD CONSTRAINT refusing CHECK (name <> 'xyzzy-secret') NOT VALID`;
    await sendSpans([jsonSpan(SECRET_SPAN), jsonSpan({ ...SECRET_SPAN, traceId: '00'.repeat(16) })]);
    await sql`ALTER TABLE spans DROP CONSTRAINT refusing`;
    await sendSpans([jsonSpan(SECRET_SPAN)]);
    await send('/v1/traces', `{"resourceSpans": "${SECRET}"`);
    await send(`/v1/traces?key=${SECRET}`, '{"resourceSpans": {}}');
    await send('/v1/traces', '{}', { 'x-api-key': SECRET, 'content-type': `text/${SECRET}` });
    const { text, labelValues } = await metrics();
    const log = JSON.stringify(server.log);
    expect(log).toContain('refused');
    for (const secret of [SECRET, server.key, server.projectId]) expect(text).not.toContain(secret);
    for (const secret of [SECRET, server.key]) expect(log).not.toContain(secret);
    expect([...labelValues].filter((value) => value.length > 32)).toEqual([]);
  });
});

/** An export of nothing, as a bare call. */
async function grpcCall(url: string, key: string): Promise<void> {
  const session = connect(url);
  const stream = session.request({
    ':method': 'POST',
    ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    'content-type': 'application/grpc',
    'x-api-key': key,
  });
  stream.end(Buffer.alloc(5));
  await stream.resume().toArray();
  await new Promise<void>((resolve) => session.close(resolve));
}

it('each reason of a check has a label of its own', () => {
  const span = {
    traceId: randomBytes(16),
    spanId: randomBytes(8),
    parentSpanId: randomBytes(8),
    startTimeUnixNano: 1n << 60n,
    endTimeUnixNano: 1n << 60n,
  };
  const labelOf = (fields: object) =>
    reasonToReject({ ...span, ...fields } as unknown as Parameters<typeof reasonToReject>[0])?.kind;
  const wrong = new Uint8Array(3);
  expect(labelOf({ traceId: wrong })).toBe('trace_id');
  expect(labelOf({ spanId: wrong })).toBe('span_id');
  expect(labelOf({ parentSpanId: wrong })).toBe('parent_span_id');
  expect(['traceId', 'spanId', 'parentSpanId'].map((id) => labelOf({ unreadIds: { [id]: 'x' } }))).toEqual([
    'trace_id',
    'span_id',
    'parent_span_id',
  ]);
  for (const startTimeUnixNano of [0n, 1n, 1n << 63n]) expect(labelOf({ startTimeUnixNano })).toBe('time');
});

describe('metrics may be read', () => {
  it('with the token, if one is set', async () => {
    const token = randomBytes(16).toString('hex');
    const server = await startIngest({}, { metricsToken: token });
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${server.url}/metrics`, { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: `Bearer ${server.key}` })).toBe(401);
    expect(await status({ authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' })).toBe(200);
    expect(JSON.stringify(server.log)).not.toContain(token);
    await server.close();
  });

  it('by programs on this machine if no token is set, but not through a proxy', async () => {
    const server = await startIngest();
    const forwarded = await fetch(`${server.url}/metrics`, { headers: { 'x-forwarded-for': '127.0.0.1' } });
    expect(forwarded.status).toBe(403);
    expect(await forwarded.text()).toContain('set SUBTEXT_METRICS_TOKEN');
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
    await server.close();
  });
});
