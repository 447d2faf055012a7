// The queries of the costs screen, with a real database filled by the write path, and the real gate.
import { createWriteBatch } from '@subtext/db';
import { BLANK_CALL, BLANK_FACTS, BLANK_SPAN } from '@subtext/trace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../index.ts';
import { openOwner, type Owner } from '../../testing/owner.ts';

let owner: Owner;
let caller: Caller;

const asked = (q = '') => ({
  project: 'default',
  from: new Date('2026-11-20T00:00:00Z'),
  to: new Date('2026-11-21T00:00:00Z'),
  timeZone: 'UTC',
  q,
});

/** Two model calls: the second retries what failed, with hidden thinking; the third is of another trace and model. */
beforeAll(async () => {
  owner = await openOwner();
  caller = await owner.caller();
  const { id: projectId } = await owner.prisma.project.findFirstOrThrow();
  const generation = (trace: string, id: string, more: Partial<typeof BLANK_SPAN>) => {
    const startedAt = `2026-11-20T10:0${id}:00.000000Z`;
    const span = {
      ...BLANK_SPAN,
      spanId: id.repeat(16),
      kind: 'generation' as const,
      startedAt,
      provider: 'openai',
      durationNs: 2e9,
    };
    const hidden = { inputCost: 10, outputCost: 50, reasoningCost: 50, noTextCost: 50, totalCost: 60 };
    const tokens = { outputTokens: 5, reasoningTokens: 5, noTextTokens: 5 };
    const call = { ...BLANK_CALL, startedAt, callId: `call_${id}`, toolName: 'update_order', reasoningCost: 50 };
    return {
      projectId,
      traceId: trace.repeat(32),
      span: { ...span, requestModel: 'gpt-5.2', thinkingState: 'withheld' as const, ...hidden, ...tokens, ...more },
      calls: [
        { ...call, thinkingState: 'withheld' as const, reasoningTokens: 5, reasoningTokensSource: 'reported' as const },
      ],
      trace: { ...BLANK_FACTS, endedAt: startedAt, sessionId: trace === 'a' ? 's1' : null },
      price: null,
      body: '{"attributes":{"subtext.api":"openai.chat"}}',
    };
  };
  const failed = generation('a', '1', { agentName: 'planner', reasoningEffort: 'high' });
  failed.calls = failed.calls.map((call) => ({ ...call, status: 'error' as never }));
  const ran = generation('a', '4', { kind: 'tool' as never, requestModel: null });
  const execution = { describedBy: 'execution', toolName: 'search', status: 'ok', durationInferred: true } as const;
  ran.calls = [{ ...BLANK_CALL, ...execution, startedAt: ran.span.startedAt, durationNs: 5e6 } as never];
  const spans = [
    ran,
    failed,
    generation('a', '2', {}),
    generation('b', '3', { requestModel: 'glm-4.6', provider: 'zai' }),
  ];
  await createWriteBatch(owner.database.sql)(spans);
});
afterAll(() => owner.close());

it('cuts by model, agent, effort and session, and says what was looked at', async () => {
  const keys = async (by: 'model' | 'agent' | 'effort' | 'session', q = '') => {
    const { rows, scope } = await caller.costs.cut({ ...asked(q), by });
    return [rows.map(({ key, generations }) => `${key} ${generations}`), scope?.traces ?? 'all'];
  };
  expect(await keys('model')).toEqual([['gpt-5.2 2', 'glm-4.6 1'], 'all']);
  expect(await keys('agent', 'model:gpt-5.2')).toEqual([[' 1', 'planner 1'], 'all']);
  expect(await keys('effort', '-agent:planner')).toEqual([[' 2'], 'all']);
  expect(await keys('session')).toEqual([['s1 2', ' 1'], 2]);
  expect(await keys('model', 'session:s1')).toEqual([['gpt-5.2 2'], 1]);
  expect(await keys('model', 'session:s1 effort:high')).toEqual([['gpt-5.2 1'], 1]);
});

it('asks the rollups for days and tools, and the traces under a filter of traces', async () => {
  const days = await caller.costs.days(asked());
  expect([days.rows.map(({ day, noTextCost }) => [day, noTextCost]), days.scope]).toEqual([
    [['2026-11-20', 150n]],
    null,
  ]);
  expect((await caller.costs.days(asked('session:s1'))).rows[0]?.noTextCost).toBe(100n);
  expect((await caller.costs.tools(asked())).rows[0]).toMatchObject({
    tool: 'update_order',
    calls: 3,
    hiddenCost: 150n,
  });
  const ofModel = await caller.costs.tools(asked('model:glm-4.6'));
  expect([ofModel.rows[0]?.calls, ofModel.scope?.capped]).toEqual([1, false]);
});

it('finds the most expensive thoughts, the retries, and the step of each', async () => {
  const top = await caller.costs.topThoughts(asked());
  expect(top).toHaveLength(3);
  const { tools } = await caller.costs.retries(asked());
  expect(tools).toMatchObject([{ tool: 'update_order', retries: 1, thinkingCost: 50n, callCost: 60n }]);
  const keys = tools.map(({ example }) => example);
  const gone = { traceId: 'f'.repeat(32), spanId: 'f'.repeat(16), index: 0 };
  expect(await caller.costs.steps({ project: 'default', calls: [...keys, gone] })).toEqual(['2', null]);
});

it('names the setting that would have shown the thinking, by the money, from how the model was asked', async () => {
  const hints = await caller.costs.hints(asked());
  expect(hints[0]).toMatchObject({ models: ['gpt-5.2'], uncovered: 100n, tokens: 10n });
  // The stored span has the API.
  expect(hints[0]?.change).toMatch(/^Use the Responses API, with/);
});

it('refuses a range without end, a zone that is none and a filter without end', async () => {
  const far = new Date('2031-01-01T00:00:00Z');
  await expect(caller.costs.days({ ...asked(), to: far })).rejects.toThrow('at most 400 days');
  await expect(caller.costs.days({ ...asked(), timeZone: 'Mars' })).rejects.toThrow('IANA');
  await expect(caller.costs.days(asked('x'.repeat(501)))).rejects.toThrow();
});

it('has percentiles of latency by model, agent and day, and says what was looked at', async () => {
  const rows = async (by: 'model' | 'agent' | 'tool', q = '') => {
    const answer = await caller.costs.latency({ ...asked(q), by });
    return [
      answer.rows.map(({ key, duration, inferred }) => `${key} ${(duration ?? inferred)?.count}`),
      answer.scope?.traces ?? 'all',
    ];
  };
  expect(await rows('model')).toEqual([['gpt-5.2 2', 'glm-4.6 1'], 'all']);
  expect(await rows('model', 'agent:planner')).toEqual([['gpt-5.2 1'], 'all']);
  expect(await rows('model', 'session:s1')).toEqual([['gpt-5.2 2'], 1]);
  expect(await rows('tool', 'model:gpt-5.2')).toEqual([['search 1'], 1]);
  const days = await caller.costs.latencyDays({ ...asked(), by: 'tool', key: 'search' });
  expect(days).toEqual({
    rows: [
      {
        ...{ key: '2026-11-20', provider: null, duration: null, firstToken: null },
        inferred: { count: 1, p50: { from: 4, to: 5.656854 }, p95: { from: 4, to: 5.656854 } },
      },
    ],
    scope: null,
  });
});
