// The data of the comparison, with a real database and the real gate.
import { createWriteBatch, ensureProject } from '@subtext/db';
import { BLANK_CALL, BLANK_FACTS, BLANK_SPAN, type CallRecord } from '@subtext/trace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ComparedTrace } from '../../large-reads/reads.ts';
import type { Caller } from '../index.ts';
import { openOwner, type Owner } from '../../testing/owner.ts';

const TRACE = 'a'.repeat(32);
const SPAN = '1'.repeat(16);

let owner: Owner;
let caller: Caller;

type Texts = NonNullable<CallRecord['texts']>;
const NO_TEXTS: Texts = { thoughts: null, preamble: null, arguments: null, result: null };
const LONG = 'x'.repeat(20_000);

beforeAll(async () => {
  owner = await openOwner();
  caller = await owner.caller();
  const project = await owner.prisma.project.findFirstOrThrow({ where: { slug: 'default' } });
  const foreign = await ensureProject(owner.database.sql, { slug: 'foreign', name: 'Foreign' });
  await store(
    project.id,
    [
      '{"b":1,"a":2}',
      '{ "a": 2, "b": 1 }',
      '[1]',
      'no JSON',
      '{"__proto__":1}',
      `{"long":"${LONG}"}`,
      `{"long":"${LONG}y"}`,
      '[7 characters]',
      '[hashed: 00112233445566778899aabbccddeeff, 7 characters]',
    ].map((text) => ({ arguments: text })),
  );
  await store(
    project.id,
    [
      { thoughts: ['one', 'two'], preamble: 'Let me see.', result: 'short' },
      { thoughts: ['one'], preamble: 'Let me see.', result: `{"a":1,"text":"${'y'.repeat(400)}"}` },
      { thoughts: ['one', 'two'], preamble: '[11 characters]', result: `{"text":"${'y'.repeat(400)}","a":1}` },
      { thoughts: ['[9 characters]'], result: LONG },
      { thoughts: ['one\ntwo'], result: `${LONG}z` },
    ],
    { traceId: OTHER, body: BODY, convention: 'genai' },
  );
  await store(project.id, [{}], { traceId: OWN, body: BODY });
  // The same ids in another project.
  await store(foreign.id, [{ arguments: '{"secret":1}' }]);
});
afterAll(() => owner.close());

const OTHER = 'b'.repeat(32);
const OWN = 'c'.repeat(32);
const BODY = JSON.stringify({
  attributes: {
    'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: 'Be brief.' }]),
    'gen_ai.input.messages': JSON.stringify([
      { role: 'user', parts: [{ type: 'text', content: 'Where is it?' }] },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'x', response: 'Here.' }] },
    ]),
  },
});

async function store(
  projectId: string,
  given: Partial<Texts>[],
  {
    traceId = TRACE,
    body = '{}',
    convention = 'subtext',
  }: { traceId?: string; body?: string; convention?: string } = {},
): Promise<void> {
  const startedAt = new Date().toISOString();
  const calls = given.map((texts) => ({
    ...BLANK_CALL,
    toolName: 'get_order',
    startedAt,
    thinkingState: 'none' as const,
    resultPreview: texts.result?.slice(0, 9) ?? null,
    texts: { ...NO_TEXTS, ...texts },
  }));
  const span = {
    ...BLANK_SPAN,
    spanId: SPAN,
    kind: 'generation' as const,
    name: 'chat',
    startedAt,
    status: 'ok' as const,
    convention,
  };
  const trace = { ...BLANK_FACTS, endedAt: startedAt };
  await createWriteBatch(owner.database.sql)([{ projectId, traceId, span, calls, trace, price: null, body }]);
}

async function digestsOf(trace: string): Promise<ComparedTrace> {
  const compared = JSON.parse(await caller.compare.digests({ project: 'default', trace })) as ComparedTrace;
  return { ...compared, calls: compared.calls.toSorted(([a], [b]) => (a < b ? -1 : 1)) };
}

it('names the arguments of each call, and gives equal ones the same digest in any formatting', async () => {
  const { calls } = await digestsOf(TRACE);
  expect(calls.map(([key, names]) => [key, names])).toEqual([
    [`${SPAN}:0`, ['a', 'b']],
    [`${SPAN}:1`, ['a', 'b']],
    [`${SPAN}:2`, null],
    [`${SPAN}:3`, null],
    [`${SPAN}:4`, ['__proto__']],
    // Too long to parse, so its names are unknown and not a difference.
    [`${SPAN}:5`, null],
    [`${SPAN}:6`, null],
    [`${SPAN}:7`, null],
    [`${SPAN}:8`, null],
  ]);
  const values = calls.map(([, , given]) => given);
  expect(values[0]).toBe(values[1]);
  expect(new Set(values.slice(1)).size, 'all others differ, also long ones at their end').toBe(8);
  expect(values[7], 'a text of which only the length is kept').toBeNull();
  expect(values[8]).toMatch(/^[\w+/]{22}$/);
});

it('digests results in rows and packed ones, thoughts and messages', async () => {
  const { calls } = await digestsOf(OTHER);
  const [results, thoughts, messages] = [3, 4, 5].map((column) => calls.map((call) => call[column]));
  expect(results![1], 'the same JSON in another order').toBe(results![2]);
  expect(new Set(results).size).toBe(4);
  expect(results).not.toContain(null);
  expect(thoughts![0]).toBe(thoughts![2]);
  expect(new Set(thoughts).size, 'two thoughts are not one of two lines').toBe(4);
  expect([thoughts![3], messages![2], messages![3]]).toEqual([null, null, null]);
  expect(messages![0]).toBe(messages![1]);
});

it('digests what a model was given, as far as it was captured', async () => {
  const { requests, areRequestsCut } = await digestsOf(OTHER);
  expect(areRequestsCut).toBe(false);
  expect(requests).toEqual([
    [SPAN, expect.stringMatching(/^[\w+/]{22}$/), expect.stringMatching(/^[\w+/]{22}$/), null],
  ]);
  expect((await digestsOf(OWN)).requests[0]![3], 'our SDK reports the whole request').toBe('');
  expect((await digestsOf(TRACE)).requests).toEqual([[SPAN, null, null, null]]);
  expect(await caller.compare.request({ project: 'default', trace: OTHER, spanId: SPAN })).toEqual({
    ...{ system: 'Be brief.', input: 'Where is it?', tools: null },
  });
});

it('returns nothing of another project', async () => {
  await expect(caller.compare.digests({ project: 'foreign', trace: TRACE })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
