import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { retriesAfterHidden } from './retries-after-hidden.ts';
import { insertTrace, type TestTrace } from '../testing-rows.ts';
import { topThoughtsOfModels } from './top-thoughts-of-models.ts';
import { topThoughts } from './top-thoughts.ts';

const RANGE = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-21T00:00:00Z') };
const [SHOP, RETRY, FOREIGN] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`) as [
  string,
  string,
  string,
];
const at = (minute: number) => new Date(`2026-11-20T10:${String(minute).padStart(2, '0')}:00Z`);

let database: TestDatabase;
let traces = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function add(projectId: string, rows: Omit<TestTrace, 'projectId' | 'traceId'>): Promise<string> {
  const traceId = String((traces += 1)).padStart(32, '0');
  await insertTrace(database.sql, { projectId, traceId, ...rows });
  return traceId;
}

const span = (id: number, minute = id, more: Record<string, unknown> = {}) => ({
  span_id: String(id).padStart(16, '0'),
  started_at: at(minute),
  provider: 'openai',
  request_model: 'gpt-5.2',
  ...more,
});
const call = (id: number, index: number, more: Record<string, unknown> = {}) => ({
  span_id: String(id).padStart(16, '0'),
  call_index: index,
  started_at: at(id),
  call_id: `call_${id}_${index}`,
  ...more,
});
const hidden = (cost: bigint) => ({ thinking_state: 'withheld', reasoning_cost: cost, reasoning_tokens: 10n });

describe('the most expensive thoughts', () => {
  let dear: string;
  beforeAll(async () => {
    dear = await add(SHOP, {
      trace: { name: 'refund', session_id: 's1' },
      spans: [span(1, 1, { agent_name: 'planner' }), span(2, 2, { response_model: 'glm-4.6' })],
      calls: [
        call(1, 0, { ...hidden(900n), thinking_state: 'readable', thought_preview: 'I look' }),
        call(1, 1, { thinking_state: 'shared', reasoning_ref: 'call_1_0' }),
        call(2, 0, hidden(500n)),
        // The run reports the same call, so it is not a thought of its own.
        call(2, 1, { ...hidden(5_000n), described_by: 'execution' }),
      ],
    });
    await add(SHOP, { spans: [span(3)], calls: [call(3, 0, hidden(700n))] });
    await add(FOREIGN, { spans: [span(4)], calls: [call(4, 0, hidden(9_999n))] });
    await add(SHOP, {
      spans: [span(5)],
      calls: [{ ...call(5, 0, hidden(8_888n)), started_at: new Date('2026-11-19T23:00:00Z') }],
    });
  });

  const costs = async (asked: Partial<Parameters<typeof topThoughts>[1]> = {}, conditions: object[] = []) => {
    const traces = { projectId: SHOP, ...RANGE, conditions: conditions as never[] };
    return (await topThoughts(database.sql, { traces, calls: [], limit: 20, ...asked })).map(({ cost }) => cost);
  };

  test('come first, each at the call that was charged, of this project and this range only', async () => {
    expect(await costs()).toEqual([900n, 700n, 500n]);
    expect(await costs({ limit: 2 })).toEqual([900n, 700n]);
    expect(await costs({ hidden: true })).toEqual([700n, 500n]);
    const traces = { projectId: SHOP, ...RANGE, conditions: [] };
    const [first] = await topThoughts(database.sql, { traces, calls: [], limit: 1 });
    expect(first).toMatchObject({
      traceId: dear,
      traceName: 'refund',
      index: 0,
      agent: 'planner',
      model: 'gpt-5.2',
      state: 'readable',
      preview: 'I look',
      tokens: 10n,
    });
  });

  test('can be limited to a model, an agent, or a session', async () => {
    expect(await costs({ calls: [{ field: 'model', value: 'glm-4.6', negated: false }] })).toEqual([500n]);
    expect(await costs({ calls: [{ field: 'agent', value: 'planner', negated: true }] })).toEqual([700n, 500n]);
    expect(await costs({}, [{ field: 'session', value: 's1', negated: false }])).toEqual([900n, 500n]);
  });

  test('without text are returned once per model', async () => {
    const found = await topThoughtsOfModels(database.sql, { projectId: SHOP, ...RANGE });
    expect(found.map(({ model, spanId }) => [model, Number(spanId)])).toEqual([
      ['glm-4.6', 2],
      ['gpt-5.2', 3],
    ]);
  });

  test('are read from the index in order of cost', async () => {
    const plan = await database.sql.begin(async (sql) => {
      await sql`set local enable_seqscan = off`;
      return sql`explain select * from tool_calls c where c.project_id = ${SHOP} and c.described_by = 'generation'
        and c.reasoning_cost > 0 and c.started_at >= ${RANGE.from} order by c.reasoning_cost desc limit 20`;
    });
    const text = plan.map((row) => String(row['QUERY PLAN'])).join('\n');
    expect(text).toContain('project_id_reasoning_cost_s');
    expect(text).not.toMatch(/->\s+Sort/);
  });
});

describe('a retry after an unreadable thought', () => {
  const failed = (id: number, index = 0) =>
    call(id, index + 10, { described_by: 'execution', call_id: `call_${id}_${index}`, status: 'error' });
  const retries = (calls: object[] = [], conditions: object[] = []) =>
    retriesAfterHidden(database.sql, {
      traces: { projectId: RETRY, ...RANGE, conditions: conditions as never[] },
      calls: calls as never[],
    });

  test('is the next model call with the failed tool, and costs its thinking and the call', async () => {
    const traceId = await add(RETRY, {
      spans: [span(11), span(12), span(13, 13, { total_cost: 2_000n })],
      calls: [
        call(11, 0, { tool_name: 'update_order' }),
        failed(11),
        call(12, 0, { tool_name: 'get_order', ...hidden(70n) }),
        // The thought is charged at the first call; the retry is the second one, which shares it.
        call(13, 0, { tool_name: 'help', ...hidden(300n) }),
        call(13, 1, { tool_name: 'update_order', thinking_state: 'shared', reasoning_ref: 'call_13_0' }),
      ],
    });
    expect(await retries()).toEqual({
      tools: [
        {
          tool: 'update_order',
          retries: 1,
          tokens: 10n,
          thinkingCost: 300n,
          callCost: 2_000n,
          example: { traceId, spanId: '0'.repeat(14) + '13', index: 0 },
        },
      ],
      thoughts: 2,
      capped: false,
    });
  });

  test('is not one when the tool had succeeded, the thought can be read, or another attempt came between', async () => {
    const before = await retries();
    await add(RETRY, {
      spans: [span(21), span(22)],
      calls: [call(21, 0), call(22, 0, hidden(30n))],
    });
    await add(RETRY, {
      spans: [span(31), span(32)],
      calls: [call(31, 0), failed(31), call(32, 0, { thinking_state: 'readable', reasoning_cost: 40n })],
    });
    await add(RETRY, {
      spans: [span(41), span(42), span(43)],
      calls: [call(41, 0), failed(41), call(42, 0), call(43, 0, hidden(50n))],
    });
    // The same failure in another trace does not come before it.
    await add(RETRY, { spans: [span(44)], calls: [call(44, 0, hidden(60n))] });
    expect((await retries()).tools).toEqual(before.tools);
    expect((await retries()).thoughts).toBe(before.thoughts + 3);
  });

  test('respects the filter, and a failed result that a later request reported counts, too', async () => {
    await add(RETRY, {
      trace: { session_id: 's5' },
      spans: [span(51), span(52, 52, { request_model: 'glm-4.6', total_cost: 9n })],
      calls: [
        call(51, 0, { tool_name: 'web_search' }),
        call(52, 0, { tool_name: 'web_search', thinking_state: 'summary', reasoning_cost: 4n }),
        call(52, 9, { described_by: 'history', call_id: 'call_51_0', tool_name: 'web_search', status: 'error' }),
      ],
    });
    const { tools } = await retries([{ field: 'model', value: 'glm-4.6', negated: false }]);
    expect(tools).toMatchObject([{ tool: 'web_search', retries: 1, tokens: 0n, thinkingCost: 4n, callCost: 9n }]);
    const session = { field: 'session', value: 's5', negated: false };
    expect((await retries([], [session])).tools).toEqual(tools);
  });
});
