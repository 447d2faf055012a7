// The endpoints about one trace, or two, and every path of the document: real PostgreSQL, through the gate.
import { createApiKey, createWriteBatch, ensureProject } from '@subtext/db';
import { answerOfStep, type RecordedStep } from '@subtext/reasoning';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describedPath, undescribed } from '../testing/described.ts';
import { openOwner, TEST_ENV, type Owner } from '../testing/owner.ts';
import { refundRun, STARTED } from '../testing/refund-run.ts';
import { insertRun } from '../trace/testing/run.ts';
import { answer } from './answer.ts';
import { describeApi } from './document.ts';

const [MINE, ALIKE, CAPTURED, THEIRS] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(32)) as [
  string,
  string,
  string,
  string,
];
const url = (path: string) => `${TEST_ENV.webUrl}/p/default/${path}`;
let owner: Owner;
let key: string;

beforeAll(async () => {
  owner = await openOwner();
  const { sql } = owner.database;
  const { id: projectId } = await ensureProject(sql, { slug: 'default', name: 'Default' });
  const { id: other } = await ensureProject(sql, { slug: 'other', name: 'Other' });
  key = (await createApiKey(sql, { projectId, name: 'reader', scopes: ['read'] })).key;
  const endedAt = new Date(Date.parse(STARTED) + 5_000).toISOString();
  const run = (traceId: string, order: number, sessionId: string | null) =>
    refundRun(projectId, { traceId, order }).map((span) => ({
      ...span,
      trace: { ...span.trace, endedAt, sessionId },
    }));
  await createWriteBatch(sql)([
    ...run(MINE, 8812, 'pelicans'),
    ...run(ALIKE, 8813, null),
    ...refundRun(other, { traceId: THEIRS, order: 1 }),
  ]);
  await insertRun(sql, { projectId, traceId: CAPTURED });
});
afterAll(() => owner.close());

async function get(path: string) {
  const { prisma, reads, database } = owner;
  const asked = new URL(`http://localhost/api/v1/${path}`);
  const headers = { authorization: `Bearer ${key}` };
  const services = { prisma, sql: database.sql, reads, env: TEST_ENV };
  const response = await answer(new Request(asked, { headers }), asked.pathname.split('/').slice(3), services);
  const body = (await response.json()) as Record<string, unknown>;
  expect(describedPath(asked.pathname)).toEqual(expect.any(String));
  expect(undescribed(asked.pathname, response.status, body)).toEqual([]);
  return { status: response.status, body };
}

const rowsOf = ({ body }: { body: Record<string, unknown> }) => body.rows as Record<string, unknown>[];

/** All rows, a page of one at a time. */
async function pages(path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let cursor = '';
  do {
    const page = await get(`${path}${path.includes('?') ? '&' : '?'}limit=1${cursor && `&cursor=${cursor}`}`);
    expect(page.status).toBe(200);
    rows.push(...rowsOf(page));
    cursor = (page.body.next as string | null) ?? '';
  } while (cursor !== '');
  return rows;
}

it('lists the project of the key, and no other', async () => {
  expect((await get('projects')).body).toEqual({
    rows: [{ slug: 'default', name: 'Default', url: url('traces') }],
    next: null,
  });
});

it('lists sessions with their sums', async () => {
  const rows = await pages('sessions');
  expect(rows).toMatchObject([{ session: 'pelicans', traces: 1, model_calls: 3, model_calls_without_price: 1 }]);
});

describe('the steps of a trace', () => {
  it('come a page at a time, with the beginnings of their thoughts', async () => {
    const rows = await pages(`traces/${MINE}/steps`);
    expect(rows.map(({ step, tools }) => [step, tools])).toEqual([
      ['1', 'refund'],
      ['2', 'notify'],
      ['3', 'log'],
    ]);
    expect(rows).toMatchObject([
      { thought: 'I refund pelican', thinking_tokens: 300, tokens_source: 'reported', total_usd: '0.004' },
      { thought: null, thinking_state: 'withheld', hidden_thinking_usd: '0.007' },
      { thinking_state: 'unreported', thinking_tokens: null, total_usd: null },
    ]);
  });

  it('come one by one with whole texts, in the form of the whole trace', async () => {
    const { body } = await get(`traces/${MINE}/steps/1`);
    const whole = (await get(`traces/${MINE}`)).body.steps as { thought: object; calls: object[] }[];
    const step = body.step as (typeof whole)[number] & { thought: { texts: string[] } };
    expect(step.calls).toEqual(whole[0]!.calls);
    expect(step.thought.texts[0]).toMatch(/^I refund pelican 8812[^]*\n\nA second thought\.$/);
    expect(body).toMatchObject({ url: url(`traces/${MINE}?step=1`), steps: 3, texts_cut: 0, thought_of_call: null });
    expect(body.cost).toBe('Cost $0.0040, none of it hidden.');
  });

  it.each(['9', '1z', 'x', '0'])('have none with the number %s', async (step) => {
    expect(await get(`traces/${MINE}/steps/${step}`)).toMatchObject({ status: 404 });
  });
});

it('lists the calls of a trace, of one tool or with one outcome', async () => {
  expect((await pages(`traces/${MINE}/calls`)).map(({ tool }) => tool)).toEqual(['refund', 'notify', 'log']);
  const [refund] = await pages(`traces/${MINE}/calls?tool=refund`);
  expect(refund).toMatchObject({ call: '1', call_status: 'ok', arguments: 'order: 8812' });
  expect(refund!.result).toMatch(/^refunded x/);
  expect(await pages(`traces/${MINE}/calls?status=error`)).toEqual([]);
});

it('gives the recorded answers up to a step with what a fork needs to recognize their requests', async () => {
  const { status, body } = await get(`traces/${CAPTURED}/steps/1/fork`);
  expect({ status, next: body.next }).toEqual({ status: 200, next: null });
  const [first, ...later] = rowsOf({ body }) as unknown as RecordedStep[];
  expect(later).toEqual([]);
  expect(first).toMatchObject({ missing: [], request: { messages: [expect.any(String)] } });
  expect(answerOfStep(first!).parts).toContainEqual(expect.objectContaining({ kind: 'tool_call' }));
  expect((await get(`traces/${CAPTURED}/steps/99/fork`)).status).toBe(404);
  expect((await get(`traces/${THEIRS}/steps/1/fork`)).status).toBe(404);
  const others = rowsOf(await get(`traces/${MINE}/steps/3/fork`)) as unknown as RecordedStep[];
  expect(others.map(({ missing }) => missing.length > 0)).toEqual([true, true, true]);
});

it('gives the conversation as of a step as a request', async () => {
  const { body } = await get(`traces/${CAPTURED}/steps/1/conversation?answer=false`);
  expect(body).toMatchObject({ messages: 1, next: null, missing: 0 });
  expect(JSON.parse(body.request as string)).toMatchObject({ model: 'claude-opus-4-8', messages: [{ role: 'user' }] });
  const answered = await get(`traces/${CAPTURED}/steps/1/conversation`);
  expect(answered.body.request).toContain('toolu_1');
});

describe('two traces', () => {
  it('are compared: where they part, what differs, and by how much', async () => {
    const { body } = await get(`compare?a=${MINE}&b=${ALIKE}`);
    expect(body).toMatchObject({
      summary: expect.stringContaining('refund was called with order 8812 in A, 8813 in B'),
      fork: { a_step: '1', b_step: '1' },
      a: { trace_id: MINE, calls: 3 },
      b: { trace_id: ALIKE },
      // One call of each has no price, so the difference of the costs is not known.
      deltas: { steps: 0, errors: 0, total_usd: null },
    });
    expect((await pages(`compare?a=${MINE}&b=${ALIKE}`)).map(({ a_step }) => a_step)).toEqual(['1', '2', '3']);
  });
});

describe('every path of the document', () => {
  const parameters: Readonly<Record<string, string>> = {
    '/api/v1/search': '?q=pelican',
    '/api/v1/compare': `?a=${MINE}&b=${ALIKE}`,
    '/api/v1/releases/compare': '?a=1.0&b=1.1',
  };
  // An export is lines of JSON, these need another key, and all have tests of their own. Marks are only written.
  const paths = Object.keys(describeApi('http://localhost').paths ?? {}).filter(
    (path) => !/\/(?:export$|deletions|experiments|exports|marks)/.test(path),
  );
  const filled = (path: string, id: string) => path.slice(8).replace('{id}', id).replace('{step}', '1');

  it.each(paths)('%s is answered as it is described', async (path) => {
    const { status } = await get(`${filled(path, CAPTURED)}${parameters[path] ?? ''}`);
    expect(status).toBe(200);
  });

  it.each(paths.filter((path) => path.includes('{id}')))('%s has nothing of another project', async (path) => {
    expect(await get(filled(path, THEIRS))).toMatchObject({ status: 404 });
    expect(await get(filled(path, 'no-id'))).toMatchObject({ status: 404 });
  });

  it('compares no trace of another project', async () => {
    expect(await get(`compare?a=${MINE}&b=${THEIRS}`)).toMatchObject({ status: 404 });
  });
});
