// The data of the comparison, with a real database and the real gate.
import { createWriteBatch, ensureProject } from '@subtext/db';
import { BLANK_CALL, BLANK_FACTS, BLANK_SPAN } from '@subtext/trace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../index.ts';
import { openOwner, type Owner } from '../../testing/owner.ts';

const TRACE = 'a'.repeat(32);
const SPAN = '1'.repeat(16);

let owner: Owner;
let caller: Caller;

beforeAll(async () => {
  owner = await openOwner();
  caller = await owner.caller();
  const project = await owner.prisma.project.findFirstOrThrow({ where: { slug: 'default' } });
  const foreign = await ensureProject(owner.database.sql, { slug: 'foreign', name: 'Foreign' });
  await store(project.id, [
    '{"b":1,"a":2}',
    '{ "a": 2, "b": 1 }',
    '[1]',
    'no JSON',
    '{"__proto__":1}',
    `{"long":"${'x'.repeat(20_000)}"}`,
    `{"long":"${'x'.repeat(20_000)}y"}`,
  ]);
  // The same ids in another project.
  await store(foreign.id, ['{"secret":1}']);
});
afterAll(() => owner.close());

async function store(projectId: string, given: string[]): Promise<void> {
  const startedAt = new Date().toISOString();
  const calls = given.map((text) => ({
    ...BLANK_CALL,
    toolName: 'get_order',
    startedAt,
    thinkingState: 'none' as const,
    texts: { thoughts: [], preamble: null, arguments: text, result: null },
  }));
  const span = {
    ...BLANK_SPAN,
    spanId: SPAN,
    kind: 'generation' as const,
    name: 'chat',
    startedAt,
    status: 'ok' as const,
  };
  const trace = { ...BLANK_FACTS, endedAt: startedAt };
  await createWriteBatch(owner.database.sql)([
    { projectId, traceId: TRACE, span, calls, trace, price: null, body: '{}' },
  ]);
}

it('names the arguments of each call, and gives equal ones the same number in any formatting', async () => {
  const calls = JSON.parse(await caller.compare.arguments({ project: 'default', trace: TRACE })) as [
    string,
    string[] | null,
    number,
  ][];
  const byKey = calls.toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(byKey.map(([key, names]) => [key, names])).toEqual([
    [`${SPAN}:0`, ['a', 'b']],
    [`${SPAN}:1`, ['a', 'b']],
    [`${SPAN}:2`, null],
    [`${SPAN}:3`, null],
    [`${SPAN}:4`, ['__proto__']],
    // Too long to parse, so its names are unknown and not a difference.
    [`${SPAN}:5`, null],
    [`${SPAN}:6`, null],
  ]);
  const [first, second, third] = byKey.map(([, , value]) => value);
  expect([first === second, first === third]).toEqual([true, false]);
  expect(byKey[5]![2], 'long arguments that differ only at their end').not.toBe(byKey[6]![2]);
});

it('returns nothing of another project', async () => {
  await expect(caller.compare.arguments({ project: 'foreign', trace: TRACE })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
