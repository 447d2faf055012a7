// The read API: a program reads the data of the screens over plain HTTP with a key of one project, read only.
import { Validator } from '@seriousme/openapi-schema-validator';
import {
  connect,
  createApiKey,
  createWriteBatch,
  deleteTrace,
  ensureProject,
  revokeApiKey,
  type ApiKeyScope,
} from '@subtext/db';
import { storableSpan } from '@subtext/db/testing';
import { BLANK_CALL } from '@subtext/trace';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCaller } from '../routers/index.ts';
import { defaultsOf, describedPath, fieldsOf, undescribed } from '../testing/described.ts';
import { openOwner, TEST_ENV, type Owner } from '../testing/owner.ts';
import { answer, type ReadApiServices } from './answer.ts';
import { readerOf } from './reader.ts';

let owner: Owner;
let services: ReadApiServices;
let projectId: string;
let key: string;

const MINE = 'a'.repeat(32);
const THEIRS = 'b'.repeat(32);

beforeAll(async () => {
  owner = await openOwner();
  const { sql } = owner.database;
  services = { prisma: owner.prisma, sql, reads: owner.reads, env: TEST_ENV };
  projectId = (await ensureProject(sql, { slug: 'default', name: 'Default' })).id;
  const other = (await ensureProject(sql, { slug: 'other', name: 'Other' })).id;
  key = await keyWith('read');
  const startedAt = new Date(Date.now() - 60_000).toISOString();
  const span = (id: string, traceId: string) => ({
    ...storableSpan({ traceId, span: { startedAt }, trace: { endedAt: startedAt } }),
    projectId: id,
  });
  const mine = Array.from({ length: 60 }, (_, at) => span(projectId, at === 0 ? MINE : String(at).padStart(32, '0')));
  await createWriteBatch(sql)([...mine, span(other, THEIRS)]);
});
afterAll(() => owner.close());
afterEach(() => void vi.useRealTimers());

const keyWith = async (...scopes: ApiKeyScope[]) =>
  (await createApiKey(owner.database.sql, { projectId, name: scopes.join(), scopes })).key;

async function get(path: string, secret: string | null = key) {
  const url = new URL(`http://localhost/api/v1/${path}`);
  const headers: Record<string, string> = secret === null ? {} : { authorization: `Bearer ${secret}` };
  const response = await answer(new Request(url, { headers }), url.pathname.split('/').slice(3), services);
  const { status } = response;
  const body = (await response.json()) as Record<string, unknown>;
  // Every response has to match the OpenAPI document, which does not cover unknown paths.
  if (describedPath(url.pathname) !== undefined) expect(undescribed(url.pathname, status, body)).toEqual([]);
  return { status, headers: response.headers, body };
}

const idsOf = ({ body }: { body: Record<string, unknown> }) =>
  (body.rows as { trace_id: string }[]).map((row) => row.trace_id);

describe('a key', () => {
  it('is needed, must be known, and must not be revoked', async () => {
    const without = await get('traces', null);
    expect(without).toMatchObject({ status: 401, body: { error: expect.stringContaining('Authorization: Bearer') } });
    expect(without.headers.get('www-authenticate')).toBe('Bearer');
    expect(await get('traces', `sbtx_live_${'0'.repeat(40)}`)).toMatchObject({ status: 401 });
    const { id, key: revoked } = await createApiKey(owner.database.sql, { projectId, name: 'r', scopes: ['read'] });
    expect(await get('traces', revoked)).toMatchObject({ status: 200 });
    await revokeApiKey(owner.database.sql, { projectId, id });
    expect(await get('traces', revoked)).toMatchObject({ status: 401 });
  });

  it('with the scope "figures" gets costs and steps, and no text', async () => {
    const figures = await keyWith('figures');
    expect(await get('costs', figures)).toMatchObject({ status: 200 });
    expect(idsOf(await get('traces?limit=1', figures))).toEqual([MINE]);
    const refused = [`traces/${MINE}`, 'search?q=parcel', 'traces?q=parcel'];
    for (const path of refused) expect(await get(path, figures)).toMatchObject({ status: 403 });
    expect(await get(`traces/${MINE}`)).toMatchObject({ status: 200 });
  });

  it('that is revoked while it gets a trace gets no more of it', async () => {
    const { id, key: revoked } = await createApiKey(owner.database.sql, { projectId, name: 'r', scopes: ['read'] });
    const headers = { authorization: `Bearer ${revoked}` };
    // A response of several pieces, because a short one is complete with its first.
    const long = { projectId, traceId: 'c'.repeat(32) };
    const body = JSON.stringify({ text: 'x'.repeat(200_000) });
    const spanIds = ['1', '2', '3', '4'].map((digit) => digit.repeat(16));
    const spans = spanIds.map((spanId) => ({ ...storableSpan({ ...long, span: { spanId }, body }), projectId }));
    await createWriteBatch(owner.database.sql)(spans);
    const response = await answer(new Request('http://localhost', { headers }), ['traces', long.traceId], services);
    const reader = response.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    await revokeApiKey(owner.database.sql, { projectId, id });
    // The client reads nothing meanwhile, to keep its response open.
    await expect(reader.closed).rejects.toMatchObject({ message: 'This API key was revoked, or has expired.' });
    await deleteTrace(owner.database.sql, long);
  });

  it('that may only send cannot read', async () => {
    expect(await get('traces', await keyWith('ingest'))).toMatchObject({ status: 403 });
    expect(await get('traces', await keyWith('ingest', 'read'))).toMatchObject({ status: 200 });
  });

  it('is marked as used', async () => {
    await get('costs');
    const [row] = await owner.database.sql`select last_used_at from api_keys where last_four = ${key.slice(-4)}`;
    expect(Date.now() - (row!.last_used_at as Date).getTime()).toBeLessThan(60_000);
  });

  it('that is used all the time is marked each minute, not only the first time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:00Z') });
    const { id, key: busy } = await createApiKey(owner.database.sql, { projectId, name: 'busy', scopes: ['read'] });
    const marks: string[] = [];
    for (let seconds = 0; seconds <= 150; seconds += 30) {
      vi.setSystemTime(new Date('2026-11-21T10:00:00Z').getTime() + seconds * 1000);
      await readerOf(services, new Headers({ authorization: `Bearer ${busy}` }));
      const [row] = await owner.database.sql`select last_used_at from api_keys where id = ${id}`;
      marks.push((row!.last_used_at as Date).toISOString().slice(11, 19));
    }
    expect(marks).toEqual(['10:00:00', '10:00:00', '10:01:00', '10:01:00', '10:02:00', '10:02:00']);
  });

  it('changes nothing, and reaches no other project', async () => {
    const reader = await readerOf(services, new Headers({ authorization: `Bearer ${key}` }));
    if ('status' in reader) throw new Error(reader.message);
    const user = () => Promise.resolve(reader.me);
    const caller = createCaller({ ...services, user, reader, requestId: 'test' });
    const trace = MINE;
    await expect(caller.traces.delete({ project: 'default', trace })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(caller.trace.summary({ project: 'other', trace: THEIRS })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('traces', () => {
  it('come a page at a time, each once', async () => {
    const first = await get('traces?range=24h&sort=cost');
    const second = await get(`traces?range=24h&sort=cost&cursor=${String(first.body.next)}`);
    expect([idsOf(first).length, idsOf(second).length, second.body.next]).toEqual([50, 10, null]);
    const all = [...idsOf(first), ...idsOf(second)];
    expect([new Set(all).size, all.includes(MINE), all.includes(THEIRS)]).toEqual([60, true, false]);
  });

  it('come whole by their id, with the texts of their steps', async () => {
    const { status, body } = await get(`traces/${MINE}`);
    expect([status, body.format, (body.trace as { id: string }).id]).toEqual([200, 'subtext.trace/1', MINE]);
    expect((body.spans as unknown[]).length).toBe(1);
    const [step] = body.steps as object[];
    expect(Object.keys(step!)).toEqual(fieldsOf('Step'));
  });

  it('come as many at a time as are asked for, up to 200', async () => {
    const page = await get('traces?range=24h&limit=7');
    expect([idsOf(page).length, typeof page.body.next]).toEqual([7, 'string']);
    expect([idsOf(await get('traces?range=24h&limit=200')).length]).toEqual([60]);
  });

  it('are asked for from a time on, for who asks again and again', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    expect(idsOf(await get(`traces?range=${minutesAgo(2)}..&limit=200`)).length).toBe(60);
    expect(idsOf(await get(`traces?range=${minutesAgo(0.5)}..`))).toEqual([]);
    // Costs are kept by the hour.
    const from = `${minutesAgo(61).slice(0, 13)}:00Z`;
    expect((await get(`costs?range=${from}..`)).body).toEqual((await get('costs?range=24h')).body);
  });

  it.each([THEIRS, 'f'.repeat(32), 'no-id', '..'])('%s is not there', async (id) => {
    expect(await get(`traces/${encodeURIComponent(id)}`)).toMatchObject({ status: 404 });
  });
});

describe('costs', () => {
  it.each(['day', 'model', 'agent', 'effort', 'session', 'tool'])('are grouped by %s', async (by) => {
    const { status, body } = await get(`costs?by=${by}&range=24h&timeZone=Europe/Oslo`);
    expect(status).toBe(200);
    expect(body.rows).not.toEqual([]);
  });

  it('of all time are those of 400 days', async () => {
    expect((await get('costs?range=all')).body).toEqual((await get('costs?range=24h')).body);
  });

  it('that could not be priced or counted are null and not zero', async () => {
    const { body } = await get('costs?by=model');
    expect(body).toMatchObject({
      rows: [{ model: 'gpt-5.2', model_calls: 60, total_usd: null, thinking_tokens: null }],
    });
    expect((await get('traces?q=model:gpt-5.2')).body.rows).toContainEqual(
      expect.objectContaining({ trace_id: MINE, total_usd: null, model_calls_without_price: 1 }),
    );
  });
});

describe('latency', () => {
  const rowsOf = async (path: string) => {
    const { status, body } = await get(path);
    expect(status).toBe(200);
    return body.rows as Record<string, unknown>[];
  };

  it.each(['model', 'agent', 'tool'])('is grouped by %s, as a whole and by day', async (by) => {
    await rowsOf(`latency?by=${by}&range=24h`);
    await rowsOf(`latency?by=${by}&range=24h&daily=true&timeZone=Europe/Oslo`);
  });

  it('has the bounds of each percentile, and null where nothing was measured', async () => {
    const measured = { durations: 60, first_tokens: 0, first_token_p50_from_ms: null, inferred_durations: 0 };
    const [row] = await rowsOf('latency?range=24h');
    expect(row).toMatchObject({ model: 'gpt-5.2', provider: 'openai', ...measured });
    const [from, to] = [Number(row!.duration_p95_from_ms), Number(row!.duration_p95_to_ms)];
    expect(to / from).toBeCloseTo(Math.SQRT2, 5);
    const days = await rowsOf('latency?range=24h&daily=true&of=gpt-5.2');
    expect(days).toMatchObject([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), provider: null, ...measured }]);
    expect(await rowsOf('latency?range=24h&daily=true&of=no-such-model')).toEqual([]);
    expect((await get('latency?range=24h&q=has:thought')).body.scope).toMatchObject({ capped: false });
  });
});

describe('thoughts', () => {
  const HIDDEN = '9'.repeat(32);
  beforeAll(async () => {
    const { sql } = owner.database;
    const startedAt = new Date(Date.now() - 60_000).toISOString();
    const call = { ...BLANK_CALL, startedAt, status: 'ok' as const, toolName: 'notify' };
    const usage = { inputTokens: 10, outputTokens: 1000, readableTokens: 0, summaryTokens: 0, noTextTokens: 900 };
    const cost = { totalCost: 9_000_000, inputCost: 0, outputCost: 9_000_000, reasoningCost: 7_000_000 };
    const parts = { readableCost: 0, summaryCost: 0, noTextCost: 7_000_000, reasoningTokens: 900 };
    const span = {
      startedAt,
      requestModel: 'gpt-5.2-pro',
      thinkingState: 'withheld' as const,
      ...usage,
      ...cost,
      ...parts,
    };
    const withheld = { thinkingState: 'withheld' as const, reasoningTokens: 900, reasoningCost: 7_000_000 };
    const readable = { ...call, thinkingState: 'readable' as const, thoughtCount: 1, thoughtCharacters: 12 };
    const texts = { thoughts: ['about pelicans'], preamble: null, arguments: null, result: null };
    const calls = [
      { ...call, ...withheld },
      { ...readable, texts, thoughtPreview: 'about pelicans' },
    ];
    const stored = storableSpan({ traceId: HIDDEN, span, trace: { endedAt: startedAt }, calls });
    await createWriteBatch(sql)([{ ...stored, projectId }]);
  });
  afterAll(() => deleteTrace(owner.database.sql, { projectId, traceId: HIDDEN }));

  it('come with their cost and their step, the most expensive first', async () => {
    const { status, body } = await get('thoughts?hidden=true&range=24h');
    const row = {
      trace_id: HIDDEN,
      tool: 'notify',
      thinking_state: 'withheld',
      thinking_usd: '0.007',
      step: expect.any(String),
    };
    expect([status, body.rows]).toEqual([200, [expect.objectContaining(row)]]);
  });

  it('are found by their words', async () => {
    const { body } = await get('search?q=pelicans&range=24h');
    const row = { trace_id: HIDDEN, tool: 'notify', matched: 'thought', thought: 'about pelicans' };
    expect(body).toEqual({
      rows: [expect.objectContaining(row)],
      next: null,
      total: { hits: 1, traces: 1, capped: false },
    });
    expect((await get('search?q=walrus&range=24h')).body).toMatchObject({ rows: [], next: null });
  });

  it('without text come with the setting that would have shown them', async () => {
    const { body } = await get('settings?range=24h');
    expect(body.rows).toEqual([
      expect.objectContaining({ models: 'gpt-5.2-pro', thinking_no_text_usd: '0.007', thinking_no_text_tokens: 900 }),
    ]);
  });
});

describe('what was asked wrongly', () => {
  it.each([
    ['traces?sort=colour', 400, 'sort'],
    ['traces?range=yesterday', 400, 'a range is 1h'],
    ['traces?cursor=%00', 400, 'cursor'],
    ['traces?cursor=e30', 400, 'cursor'],
    ['traces?limit=0', 400, 'limit'],
    ['traces?limit=201', 400, 'limit'],
    ['traces?limit=many', 400, 'limit'],
    ['traces?page=2', 400, 'page'],
    ['traces?range=2026-11-01T00:00Z..now', 400, 'a range is 1h'],
    ['traces?range=..', 400, 'a range is 1h'],
    ['traces?q=hidden:>much', 400, 'hidden:>much'],
    ['costs?q=colour:red', 400, 'no filter “colour:”'],
    ['traces?q=%22open', 400, 'The quote is not closed'],
    ['costs?timeZone=Mars', 400, 'Europe/Oslo'],
    [`traces?q=${'w+'.repeat(249)}`, 400, 'w: A filter has at most 12 words'],
    [`costs?q=${'tag:x+'.repeat(33)}`, 400, 'tag:x: A filter has at most 32 terms'],
    ['latency?by=session', 400, 'by'],
    ['latency?of=gpt-5.2', 400, 'of= needs daily=true'],
    ['search', 400, 'q'],
    ['search?q=x&in=thought,colour', 400, 'in'],
    ['search?q=x&cursor=e30', 400, 'cursor'],
    ['thoughts?hidden=maybe', 400, 'hidden'],
    ['members', 404, '/api/v1/costs'],
    ['constructor', 404, '/api/v1/costs'],
    ['traces/a/b', 404, '/api/v1/costs'],
  ])('%s is answered with %i and says %s', async (path, status, words) => {
    const asked = await get(path);
    expect([asked.status, asked.body.error]).toEqual([status, expect.stringContaining(words)]);
  });
});

describe('a key that asks too often', () => {
  const ask = async (secret: string, env = { ...TEST_ENV, readsPerMinute: 2 }) => {
    const headers = { authorization: `Bearer ${secret}` };
    return answer(new Request('http://localhost/api/v1/costs', { headers }), ['costs'], { ...services, env });
  };

  it('gets a time to retry after, and others do not', async () => {
    const [busy, other] = [await keyWith('read'), await keyWith('read')];
    const answers = [await ask(busy), await ask(busy), await ask(busy), await ask(other)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
    const body: unknown = await answers[2]!.json();
    const wait = Number(answers[2]!.headers.get('retry-after'));
    expect([wait > 0, wait <= 60]).toEqual([true, true]);
    expect(body).toEqual({ error: `A key may ask 2 times a minute. Ask again in ${wait} s.` });
    expect(undescribed('/api/v1/costs', 429, body)).toEqual([]);
  });

  it('never gets one when no limit is set', async () => {
    const secret = await keyWith('read');
    const env = { ...TEST_ENV, readsPerMinute: 0 };
    for (let count = 0; count < 4; count++) expect((await ask(secret, env)).status).toBe(200);
  });
});

describe('the document of the API', () => {
  it('is valid OpenAPI 3.1, and needs no key', async () => {
    const { status, headers, body } = await get('openapi.json', null);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const validator = new Validator();
    expect(await validator.validate(body)).toEqual({ valid: true });
    expect([validator.version, (body.servers as { url: string }[])[0]?.url]).toEqual(['3.1', TEST_ENV.webUrl]);
  });

  it('names each parameter with what it is without it', () => {
    expect(defaultsOf('/api/v1/traces')).toEqual({
      q: '',
      range: '30d',
      sort: 'age',
      ascending: false,
      limit: 50,
      cursor: undefined,
    });
  });
});

it('says that the database is away, and nothing of the inside', async () => {
  const away = connect(owner.database.url, { max: 1 });
  await away.end();
  const headers = { authorization: `Bearer ${key}` };
  const asked = new Request('http://localhost/api/v1/costs', { headers });
  const response = await answer(asked, ['costs'], { ...services, sql: away });
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    error: expect.stringMatching(/^The database cannot be reached.*\(request \w+\)$/),
  });
});
