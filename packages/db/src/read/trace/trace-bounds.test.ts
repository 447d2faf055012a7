/**
 * Lists that look at a bounded number of traces: no row is lost when a page ends early, and rare rows are found at any
 * position.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { insertModelHour, insertTrace } from '../testing-rows.ts';
import { narrowed } from '../traces/trace-candidates.ts';
import type { TraceCondition } from '../traces/trace-conditions.ts';
import { traceList, type TraceListPage } from '../traces/trace-list.ts';
import { traceTotals } from '../traces/trace-totals.ts';

const PROJECT = '00000000-0000-4000-8000-000000000001';
const TRACES = 30;
/** Looks at two traces before it searches for a rare condition, and at three after that. */
const BOUNDS = { first: 2, most: 3 };
const idOf = (number: number) => number.toString(16).padStart(32, '0');
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second));
/** No index contains it, so only a walk finds it. */
const PREAMBLE: TraceCondition = { field: 'has', value: 'preamble', negated: false };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertModelHour(database.sql, { project_id: PROJECT, hour: at(0), model: 'rare-1-2026-01-01' });
  for (let number = 1; number <= TRACES; number++) await insertTrace(database.sql, trace(number));
});
afterAll(() => database.drop());

/**
 * Number 7 has rare values in all columns. Every tenth trace has a preamble, every third no price, and some an error.
 */
function trace(number: number) {
  const isRare = number === 7;
  const call = {
    span_id: '01'.repeat(8),
    call_index: 0,
    ...(number % 10 === 0 && { preamble_preview: 'Let me see.' }),
  };
  return {
    projectId: PROJECT,
    traceId: idOf(number),
    trace: {
      name: isRare ? 'odd name' : 'run',
      started_at: at(number),
      ended_at: at(number + (isRare ? 5000 : number % 5)),
      step_count: isRare ? 900 : number % 4,
      error_count: number % 6 === 0 ? number : 0,
      open_count: number % 8 === 3 ? 1 : 0,
      generation_count: 2,
      generations_unpriced: number % 3 === 0 ? 2 : 0,
      generations_reporting: number % 2,
      reasoning_tokens: isRare ? 9_000n : BigInt(number % 5),
      input_cost: isRare ? 7_000_000_000n : 1_000n,
      no_text_cost: isRare ? 63_000_000_000n : BigInt(number % 7),
      user_id: isRare ? 'ada' : 'all',
      tags: isRare ? ['odd'] : ['run'],
      models: isRare ? ['rare-1-2026-01-01'] : ['common'],
      agents: isRare ? ['lone'] : ['main'],
      efforts: isRare ? ['xhigh'] : ['low'],
      session_id: isRare ? 's7' : 's',
      environment: isRare ? 'lab' : 'production',
      release: isRare ? '1.0.1' : '1.0',
      service: isRare ? 'batch' : 'shop',
      metadata: { customer: isRare ? 'acme' : 'others' },
    },
    calls: [{ ...call, tool_name: isRare ? 'rare_tool' : 'tool', thinking_state: isRare ? 'redacted' : 'readable' }],
  };
}

const page = (fields: Partial<TraceListPage>): TraceListPage => ({
  ...{ projectId: PROJECT, from: null, to: null, conditions: [], sort: 'age', limit: 4, after: null },
  ...fields,
});

/** Returns the rows of all pages. */
async function everything(fields: Partial<TraceListPage>, bounds = BOUNDS) {
  const ids: string[] = [];
  let after: TraceListPage['after'] = null;
  let early = 0;
  do {
    const { rows, next, looked } = await traceList(database.sql, page({ ...fields, after }), bounds);
    ids.push(...rows.map(({ id }) => id));
    early += looked === null ? 0 : 1;
    after = next;
  } while (after);
  return { ids, early };
}

const ORDERS = (['age', 'cost', 'hidden', 'steps', 'thinking', 'duration', 'errors'] as const).flatMap((sort) =>
  [false, true].map((ascending) => ({ sort, ascending })),
);

describe('a list that looks at few traces per page', () => {
  it.each(ORDERS)(
    'sorted by $sort, ascending $ascending, has the same rows as when it looks at all traces',
    async (order) => {
      for (const conditions of [[], [PREAMBLE], [{ ...PREAMBLE, negated: true } as const]]) {
        const all = await everything({ ...order, conditions, limit: 100 }, { first: 1000, most: 1000 });
        const bit = await everything({ ...order, conditions });
        expect(bit.ids).toEqual(all.ids);
        expect(new Set(bit.ids).size).toBe(conditions.length === 0 ? TRACES : conditions[0]!.negated ? 27 : 3);
      }
    },
  );

  it('says how many traces it looked at when the page is not full, and continues there', async () => {
    const first = await traceList(database.sql, page({ conditions: [PREAMBLE] }), BOUNDS);
    expect(first).toMatchObject({ rows: [{ id: idOf(30) }], looked: 5, next: { id: idOf(26) } });
    expect((await everything({ conditions: [PREAMBLE] })).early).toBe(6);
  });

  const rare = [
    ...(
      ['user', 'tag', 'model', 'agent', 'effort', 'session', 'env', 'release', 'service', 'tool', 'state'] as const
    ).map((field) => ({
      field,
      value: {
        ...{ user: 'ada', tag: 'odd', model: 'rare-1', agent: 'lone', effort: 'xhigh' },
        ...{ session: 's7', env: 'lab', release: '1.0.1', service: 'batch', tool: 'rare_tool', state: 'redacted' },
      }[field],
    })),
    { field: 'metadata', key: 'customer', value: 'acme' },
    { field: 'hidden', comparison: '>', value: 0.89 },
    { field: 'cost', comparison: '>=', value: 70 },
    { field: 'cost', comparison: '=', value: 70 },
    { field: 'thinking', comparison: '>', value: 8_999 },
    { field: 'steps', comparison: '=', value: 900 },
    { field: 'duration', comparison: '>', value: 4_999 },
    { field: 'text', value: 'odd name' },
  ] as const;
  it.each(rare)('finds traces with a rare $field in one page, in any order', async (condition) => {
    const conditions = [{ ...condition, negated: false } as TraceCondition];
    for (const order of ORDERS) {
      const { rows, next } = await traceList(database.sql, page({ ...order, conditions }), BOUNDS);
      expect([rows.map(({ id }) => id), next]).toEqual([[idOf(7)], null]);
    }
    const totals = await traceTotals(database.sql, { ...page({ conditions }), cap: 10 });
    expect(totals).toMatchObject({ traces: 1, capped: false, looked: null });
  });

  it('excludes traces that contain negated words', async () => {
    const conditions: TraceCondition[] = [{ field: 'text', value: 'odd name', negated: true }];
    const { ids } = await everything({ conditions });
    expect(ids).toHaveLength(TRACES - 1);
    expect(ids).not.toContain(idOf(7));
  });

  it('does not narrow by negated conditions', async () => {
    const filter = page({ conditions: [{ field: 'user', value: 'ada', negated: true }] });
    expect((await narrowed(database.sql, filter)).only).toBeUndefined();
  });
});
