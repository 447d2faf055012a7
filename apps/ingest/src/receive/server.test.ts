import { gzipSync } from 'node:zlib';
import { API_KEY_SCOPES, revokeApiKey, spanPayload } from '@subtext/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { PATHS } from './receive-http.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

interface Sent {
  status: number;
  type: string | null;
  retryAfter: string | null;
  body: Record<string, unknown>;
}

async function send(body: unknown, headers: Record<string, string> = {}, path = '/v1/traces'): Promise<Sent> {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.key}`, ...headers },
    body: new Uint8Array(bytes),
  });
  const text = await response.text();
  const type = response.headers.get('content-type');
  return {
    status: response.status,
    type,
    retryAfter: response.headers.get('retry-after'),
    body: type === 'application/json' ? (JSON.parse(text) as Record<string, unknown>) : { text },
  };
}

async function isStored(span: { spanId: string }): Promise<boolean> {
  const rows = await server.database.sql`SELECT 1 FROM spans WHERE span_id = ${Buffer.from(span.spanId, 'hex')}`;
  return rows.length === 1;
}

describe('an answer of 200', () => {
  test('means that every span is committed', async () => {
    const span = jsonSpan();
    expect(await send(jsonRequest([span]))).toMatchObject({ status: 200, type: 'application/json', body: {} });
    expect(await isStored(span)).toBe(true);
  });

  test('comes again for the same spans, and nothing is counted twice', async () => {
    const request = jsonRequest([jsonSpan({ traceId: 'd'.repeat(32) }), jsonSpan({ traceId: 'd'.repeat(32) })]);
    await Promise.all([send(request), send(request), send(request)]);
    const [trace] = await server.database.sql`
      SELECT span_count, output_tokens FROM traces WHERE trace_id = ${Buffer.from('d'.repeat(32), 'hex')}`;
    expect({ ...trace }).toEqual({ span_count: 2, output_tokens: 192n });
  });

  test('is given to gzip, to an empty request, and to a Content-Type with a charset', async () => {
    const span = jsonSpan();
    const zipped = gzipSync(JSON.stringify(jsonRequest([span])));
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json; charset=utf-8' };
    expect((await send(zipped, headers)).status).toBe(200);
    expect(await isStored(span)).toBe(true);
    expect((await send({})).status).toBe(200);
    expect((await send(new Uint8Array(0), { 'content-type': 'application/x-protobuf' })).status).toBe(200);
  });
});

describe('partialSuccess', () => {
  test('names what could not be stored; it is in quarantine with the reason, and the rest is stored', async () => {
    const good = jsonSpan();
    const bad = jsonSpan({ traceId: '00'.repeat(16), name: 'no trace' });
    const { status, body } = await send(jsonRequest([bad, good]));
    expect(status).toBe(200);
    expect(body).toMatchObject({ partialSuccess: { rejectedSpans: '1' } });
    expect(JSON.stringify(body)).toContain('trace id must be 16 bytes');
    expect(await isStored(good)).toBe(true);
    const [row] = await server.database
      .sql`SELECT reason, convert_from(body, 'UTF8') AS body FROM quarantine ORDER BY received_at DESC LIMIT 1`;
    expect(row!.reason).toContain('trace id');
    expect(JSON.parse(row!.body as string)).toMatchObject({ name: 'no trace', spanId: bad.spanId });
  });

  test('a span that only the database refuses is left out alone, of a batch of many requests', async () => {
    const strict = await startIngest();
    try {
      await strict.database.sql`ALTER TABLE spans ADD CONSTRAINT no_poison CHECK (name <> 'poison')`;
      const requests = Array.from({ length: 12 }, (_, index) => {
        const spans = Array.from({ length: 5 }, () => jsonSpan());
        return index === 7 ? [...spans, jsonSpan({ name: 'poison' })] : spans;
      });
      const answers = await Promise.all(
        requests.map(async (spans) => {
          const headers = { 'content-type': 'application/json', 'x-api-key': strict.key };
          const body = JSON.stringify(jsonRequest(spans));
          const answer = await fetch(`${strict.url}/v1/traces`, { method: 'POST', headers, body });
          return (await answer.json()) as { partialSuccess?: { rejectedSpans: string } };
        }),
      );
      const rejected = answers.map((answer) => answer.partialSuccess?.rejectedSpans ?? '0');
      expect(rejected).toEqual(requests.map((_, index) => (index === 7 ? '1' : '0')));
      const [row] = await strict.database.sql`
        SELECT (SELECT count(*)::int FROM spans) AS spans, (SELECT sum(span_count)::int FROM traces) AS counted,
          (SELECT count(*)::int FROM quarantine WHERE reason LIKE '%23514%') AS aside`;
      expect({ ...row }).toEqual({ spans: 60, counted: 60, aside: 1 });
    } finally {
      await strict.close();
    }
  });

  test('names times in another unit than nanoseconds, which would be in 1970', async () => {
    const millis = { startTimeUnixNano: '1790000000000', endTimeUnixNano: '1790000001500' };
    const micros = { startTimeUnixNano: '1790000000000000', endTimeUnixNano: '1790000001500000' };
    const { body } = await send(jsonRequest([jsonSpan(millis), jsonSpan(micros), jsonSpan()]));
    expect(body).toMatchObject({ partialSuccess: { rejectedSpans: '2' } });
    expect(JSON.stringify(body)).toContain('it should be in nanoseconds');
  });

  test('warns about JSON without spans that has another spelling', async () => {
    const { status, body } = await send({ resource_spans: [] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ partialSuccess: { rejectedSpans: '0' } });
    expect(JSON.stringify(body)).toContain('resourceSpans');
  });

  test('warns about another spelling further inside, and about the names of older versions', async () => {
    for (const inside of ['scope_spans', 'instrumentationLibrarySpans']) {
      const { status, body } = await send({ resourceSpans: [{ resource: {}, [inside]: [{ spans: [jsonSpan()] }] }] });
      expect(status).toBe(200);
      expect(body).toMatchObject({ partialSuccess: { rejectedSpans: '0' } });
      expect(JSON.stringify(body)).toContain('scopeSpans');
    }
    expect((await send({ resourceSpans: [{ resource: {}, scopeSpans: [] }] })).body).toEqual({});
  });
});

test('a sender whose limits cut its spans gets a warning, and the spans show it', async () => {
  const cut = jsonSpan({ droppedAttributesCount: 3, droppedEventsCount: 2, droppedLinksCount: 1 });
  const { body } = await send(jsonRequest([cut, jsonSpan()]));
  expect(body).toMatchObject({ partialSuccess: { rejectedSpans: '0' } });
  expect(JSON.stringify(body)).toContain('3 attributes and 2 events of 1 span');
  const stored = { projectId: server.projectId, traceId: cut.traceId };
  const payload = await spanPayload(server.database.sql, stored, { spanId: cut.spanId, offset: 0, length: 10_000 });
  expect(JSON.parse(payload!.text)).toMatchObject({
    droppedAttributesCount: 3,
    droppedEventsCount: 2,
    droppedLinksCount: 1,
  });
});

test('spans whose ids have another spelling get an answer with the right one', async () => {
  const { traceId, spanId, ...rest } = jsonSpan();
  const { status, body } = await send(jsonRequest([{ ...rest, trace_id: traceId, span_id: spanId }]));
  expect(status).toBe(400);
  expect(body.message).toContain('"traceId"');
});

test('a slash too many, of an endpoint that ends in one, makes no difference', async () => {
  expect((await send(jsonRequest([jsonSpan()]), {}, '//v1/traces')).status).toBe(200);
  expect((await send({}, {}, '/v1/logs/')).status).toBe(200);
});

test('a hanging key lookup makes no request wait longer than exporters wait', async () => {
  const slow = await startIngest();
  const locked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const holding = slow.database.sql.begin(async (sql) => {
    await sql`LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE`;
    locked.resolve();
    await answered.promise;
  });
  try {
    await locked.promise;
    const answer = await fetch(`${slow.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': slow.key },
      body: JSON.stringify(jsonRequest([jsonSpan()])),
      signal: AbortSignal.timeout(10_000),
    });
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
  } finally {
    answered.resolve();
    await holding;
    await slow.close();
  }
});

describe('the request itself is wrong', () => {
  test.each([
    { name: 'no JSON', body: '{"resourceSpans":', hint: 'not JSON' },
    {
      name: 'attributes as an object',
      body: jsonRequest([jsonSpan({ attributes: { a: 1 } })]),
      hint: 'should be a list',
    },
    { name: 'logs', body: { resourceLogs: [] }, hint: '/v1/logs' },
    {
      name: 'log records in the place of spans',
      body: jsonRequest([{ timeUnixNano: '1', body: {} }]),
      hint: '/v1/logs',
    },
  ])('$name', async ({ body, hint }) => {
    const sent = await send(body);
    expect(sent).toMatchObject({ status: 400, type: 'application/json', body: { code: 3 } });
    expect(sent.body.message).toContain(hint);
  });

  test('logs as protobuf', async () => {
    // ExportLogsServiceRequest{ resource_logs { scope_logs { log_records { time_unix_nano: 1 } } } }
    const logs = Uint8Array.of(0x0a, 13, 0x12, 11, 0x12, 9, 0x09, 1, 0, 0, 0, 0, 0, 0, 0);
    const sent = await send(logs, { 'content-type': 'application/x-protobuf' });
    expect(sent).toMatchObject({ status: 400, type: 'application/x-protobuf' });
    expect(sent.body.text).toContain('/v1/logs');
  });

  test('gzip that is none, and gzip that breaks off', async () => {
    const headers = { 'content-encoding': 'gzip' };
    expect((await send('not gzip', headers)).status).toBe(400);
    expect((await send(gzipSync('{"resourceSpans":[]}').subarray(0, 20), headers)).status).toBe(400);
  });

  test('another type or encoding', async () => {
    expect((await send('x', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send('x', { 'content-type': 'application/grpc' })).status).toBe(415);
    expect((await send('x', { 'content-encoding': 'br' })).status).toBe(415);
  });

  test('no type at all, with those that are taken in the message', async () => {
    const sent = await send('{}', { 'content-type': '' });
    expect(sent).toMatchObject({ status: 415, body: { code: 3 } });
    expect(sent.body.message).toContain('application/x-protobuf');
  });

  test('too large, as sent or only after inflation', async () => {
    const zeros = Buffer.alloc(5 * 1024 ** 2);
    expect(await send(zeros)).toMatchObject({ status: 413, body: { code: 8 } });
    expect((await send(gzipSync(zeros), { 'content-encoding': 'gzip' })).status).toBe(413);
  });

  test('another path, with the right one in the message', async () => {
    for (const path of ['/v1/metrics', '/api/public/otel/v1/metrics', '/v1/trace']) {
      const sent = await send({}, {}, path);
      expect(sent.status).toBe(404);
      expect(sent.body.message).toContain('/v1/traces');
    }
  });
});

describe('keys', () => {
  const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  test('are taken as Bearer, as Basic, as x-api-key and percent-encoded', async () => {
    const { key } = server;
    const ways: Record<string, string>[] = [
      { authorization: `bearer ${key}` },
      { authorization: basic('any', key) },
      { authorization: basic(key, '') },
      { authorization: basic('any', key).replace(' ', '%20') },
      // Signs of base64 that are encoded, too: + and / and =.
      { authorization: encodeURIComponent(basic('?>~?>~?', key)) },
      { authorization: '', 'x-api-key': key },
    ];
    for (const headers of ways) expect((await send(jsonRequest([jsonSpan()]), headers)).status).toBe(200);
  });

  test('missing or unknown: 401 before anything is read', async () => {
    const unknown = `sbtx_live_${'0'.repeat(40)}`;
    for (const authorization of ['', 'Bearer', 'Bearer x', `Bearer ${unknown}`, basic('a', 'b'), 'Digest abc']) {
      expect(await send('not even JSON', { authorization })).toMatchObject({ status: 401, body: { code: 16 } });
    }
  });

  test('without the scope ingest: 403 on every path, whatever else they may do', async () => {
    const { key } = await server.newKey(API_KEY_SCOPES.filter((scope) => scope !== 'ingest'));
    const authorization = `Bearer ${key}`;
    for (const path of PATHS.keys())
      expect(await send({}, { authorization }, path)).toMatchObject({ status: 403, body: { code: 7 } });
  });

  test('made after a first refusal work at once', async () => {
    const { key } = await server.newKey(['ingest']);
    expect((await send({}, { authorization: `Bearer ${key}` })).status).toBe(200);
  });

  test('revoked stop within seconds', async () => {
    const { id, key } = await server.newKey(['ingest']);
    const authorization = `Bearer ${key}`;
    expect((await send({}, { authorization })).status).toBe(200);
    await revokeApiKey(server.database.sql, { projectId: server.projectId, id });
    await expect.poll(async () => (await send({}, { authorization })).status, { timeout: 5_000 }).toBe(401);
  });

  test.each([
    ['archived_at', 'is archived and takes no telemetry. Restore it under Settings, General'],
    ['deletion_requested_at', 'was deleted. Send with a key of another project.'],
  ])('of a project with %s are refused with what to do: 403', async (column, sentence) => {
    const { sql } = server.database;
    const { key } = await server.newKey(['ingest']);
    await sql`UPDATE projects SET ${sql(column)} = now() WHERE id = ${server.projectId}`;
    const answer = await send({}, { authorization: `Bearer ${key}` });
    await sql`UPDATE projects SET ${sql(column)} = NULL WHERE id = ${server.projectId}`;
    expect(answer).toMatchObject({ status: 403, body: { code: 7 } });
    expect(JSON.stringify(answer.body)).toContain(sentence);
  });

  test('and contents are never in the log', async () => {
    await send(jsonRequest([jsonSpan({ name: 'the secret name' })]));
    await send('{"secret name": ');
    await send({}, { authorization: `Bearer sbtx_live_${'9'.repeat(40)}` }, `/v1/traces?key=${server.key}`);
    const lines = JSON.stringify(server.log);
    expect(lines).toContain('UNKNOWN_API_KEY');
    for (const secret of [server.key, 'secret name', '9'.repeat(40)]) expect(lines).not.toContain(secret);
  });
});

describe('limits', () => {
  test('a full queue answers 429 to the project that fills it, with Retry-After', async () => {
    const small = await startIngest({ queueSpans: 20 });
    try {
      const requests = Array.from({ length: 40 }, () =>
        fetch(`${small.url}/v1/traces`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': small.key },
          body: JSON.stringify(jsonRequest(Array.from({ length: 8 }, () => jsonSpan()))),
        }),
      );
      const answers = await Promise.all(requests);
      const statuses = new Set(answers.map((answer) => answer.status));
      expect(statuses).toEqual(new Set([200, 429]));
      for (const answer of answers) if (answer.status === 429) expect(answer.headers.get('retry-after')).toBe('2');
      const accepted = answers.filter((answer) => answer.status === 200).length;
      const [row] = await small.database.sql`SELECT count(*)::int AS spans FROM spans`;
      expect(row!.spans).toBe(accepted * 8);
    } finally {
      await small.close();
    }
  });

  test('no memory left answers 503 with Retry-After', async () => {
    const small = await startIngest({ memoryBytes: 100 });
    try {
      const answer = await fetch(`${small.url}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': small.key },
        body: JSON.stringify(jsonRequest([jsonSpan()])),
      });
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('2');
    } finally {
      await small.close();
    }
  });
});

describe('health', () => {
  test('reports a process that is alive and ready', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test('answers no browser of another origin', async () => {
    const answer = await fetch(`${server.url}/v1/traces`, {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example' },
    });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('a table that lacks a column is named in the log, and the sender keeps its spans', async () => {
    const old = await startIngest();
    try {
      await old.database.sql`ALTER TABLE spans DROP COLUMN ttft_ms`;
      const answer = await fetch(`${old.url}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': old.key },
        body: JSON.stringify(jsonRequest([jsonSpan()])),
      });
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ message: expect.stringContaining('apply its migrations') });
      const line = old.log.find((entry) => entry.error === 'DATABASE_AWAY');
      expect(line?.cause).toMatchObject({ code: '42703', message: expect.stringContaining('ttft_ms') });
    } finally {
      await old.close();
    }
  });

  test('/readyz reports a database that is not migrated, and /healthz stays well', async () => {
    const bare = await startIngest();
    try {
      await bare.database.sql`DELETE FROM _prisma_migrations`;
      const answer = await fetch(`${bare.url}/readyz`);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toEqual({ status: 'database not migrated' });
      expect((await fetch(`${bare.url}/healthz`)).status).toBe(200);
    } finally {
      await bare.close();
    }
  });
});
