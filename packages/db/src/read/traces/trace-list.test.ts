import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { insertTrace, type TestTrace } from '../testing-rows.ts';
import type { TraceCondition } from './trace-conditions.ts';
import { traceFacets, type Facet, type FacetField } from './trace-facets.ts';
import { traceHighlights } from './trace-highlights.ts';
import { traceList, type TraceList, type TraceListPage } from './trace-list.ts';
import { traceTotals } from './trace-totals.ts';
import { tracesWithWords } from './trace-words.ts';

const PROJECT = '00000000-0000-4000-8000-000000000001';
const STRANGER = '00000000-0000-4000-8000-000000000002';
const REFUND = 'aa'.repeat(16);
const TRIP = 'bb'.repeat(16);
const INBOX = 'cc'.repeat(16);
const SPAN = '01'.repeat(8);
const RUN = '02'.repeat(8);
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second));

const refund: TestTrace = {
  projectId: PROJECT,
  traceId: REFUND,
  trace: {
    asked: 'Refund order 8812',
    models: ['gpt-5.2-2026-01-15'],
    tags: ['refund'],
    agents: ['refunds'],
    efforts: ['high'],
    session_id: 's_81f',
    user_id: '4471',
    environment: 'production',
    release: '2026.11.1',
    service: 'shop',
    metadata: { customer: 'acme', region: 'eu' },
    started_at: at(1),
    ended_at: at(42),
    step_count: 14,
    error_count: 1,
    generation_count: 3,
    generations_reporting: 3,
    reasoning_tokens: 6120n,
    input_cost: 100_000_000n,
    answer_cost: 81_000_000n,
    summary_cost: 200_000_000n,
    no_text_cost: 31_000_000n,
  },
  spans: [{ span_id: SPAN, agent_name: 'refunds', reasoning_effort: 'high' }],
  calls: [
    {
      span_id: SPAN,
      call_index: 0,
      started_at: at(1),
      thinking_state: 'summary',
      thought_count: 1,
      thought_preview: 'the schema must have changed',
      tool_name: 'update_order',
      call_id: 'c1',
      texts: { thoughts: ['the schema must have changed, 100 % sure'] },
    },
    {
      span_id: RUN,
      call_index: 0,
      started_at: at(2),
      described_by: 'execution',
      tool_name: 'update_order',
      call_id: 'c1',
      status: 'error',
    },
    {
      span_id: SPAN,
      call_index: 1,
      started_at: at(3),
      thinking_state: 'summary',
      thought_count: 1,
      thought_preview: 'a later thought',
      type: 'answer',
      tool_name: 'text_output',
    },
  ],
};
const trip: TestTrace = {
  projectId: PROJECT,
  traceId: TRIP,
  trace: {
    asked: 'Plan a trip',
    models: ['deepseek-r1'],
    started_at: at(2),
    step_count: 6,
    generation_count: 2,
    input_cost: 20_000_000n,
    readable_cost: 11_000_000n,
  },
  calls: [
    {
      span_id: SPAN,
      call_index: 0,
      thought_count: 1,
      thinking_state: 'readable',
      thought_preview: 'trains first',
      tool_name: 'search',
      preamble_preview: 'Let me look.',
    },
    { span_id: SPAN, call_index: 1, thinking_state: 'shared', tool_name: 'search' },
  ],
};
const inbox: TestTrace = {
  projectId: PROJECT,
  traceId: INBOX,
  trace: {
    asked: 'Summarise inbox',
    models: ['glm-4.6'],
    started_at: at(3),
    step_count: 3,
    generation_count: 1,
    generations_unpriced: 1,
  },
  calls: [{ span_id: SPAN, call_index: 0, thinking_state: 'encrypted', reasoning_tokens: 90n, tool_name: 'list_mail' }],
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const trace of [refund, trip, inbox]) await insertTrace(database.sql, trace);
  await insertTrace(database.sql, { ...trip, projectId: STRANGER });
});
afterAll(() => database.drop());

const page = (fields: Partial<TraceListPage> = {}): TraceListPage => ({
  projectId: PROJECT,
  from: null,
  to: null,
  conditions: [],
  sort: 'age',
  limit: 50,
  after: null,
  ...fields,
});
const list = async (fields?: Partial<TraceListPage>) =>
  (await traceList(database.sql, page(fields))).rows.map((row) => row.id);
type Plain = TraceCondition extends infer One ? (One extends unknown ? Omit<One, 'negated'> : never) : never;
const matching = (condition: Plain, negated = false) =>
  list({ conditions: [{ ...condition, negated } as TraceCondition] });

describe('the trace list', () => {
  it('sorts by age, cost and hidden share, and never shows another project', async () => {
    expect(await list()).toEqual([INBOX, TRIP, REFUND]);
    expect(await list({ sort: 'cost' })).toEqual([REFUND, TRIP, INBOX]);
    expect(await list({ sort: 'hidden' })).toEqual([REFUND, TRIP, INBOX]);
  });

  it('sorts by steps, thinking and errors, ascending on request', async () => {
    expect(await list({ sort: 'steps' })).toEqual([REFUND, TRIP, INBOX]);
    expect(await list({ sort: 'steps', ascending: true })).toEqual([INBOX, TRIP, REFUND]);
    expect((await list({ sort: 'duration' }))[0]).toBe(REFUND);
    expect((await list({ sort: 'errors' }))[0]).toBe(REFUND);
  });

  it('puts missing values last, in both directions', async () => {
    expect((await list({ sort: 'cost' })).at(-1)).toBe(INBOX);
    expect(await list({ sort: 'cost', ascending: true })).toEqual([TRIP, REFUND, INBOX]);
    expect(await list({ sort: 'hidden', ascending: true })).toEqual([TRIP, REFUND, INBOX]);
    expect((await list({ sort: 'thinking', ascending: true }))[0]).toBe(REFUND);
  });

  const orders = (['age', 'cost', 'hidden', 'steps', 'thinking', 'duration', 'errors'] as const).flatMap((sort) =>
    [false, true].map((ascending) => ({ sort, ascending })),
  );
  it.each(orders)('pages by $sort, ascending $ascending, without losing or repeating a row', async (order) => {
    const seen: string[] = [];
    let after: TraceListPage['after'] = null;
    do {
      const { rows, next }: TraceList = await traceList(database.sql, page({ ...order, limit: 1, after }));
      seen.push(...rows.map((row) => row.id));
      after = next;
    } while (after);
    expect(seen).toEqual(await list(order));
    expect(seen).toHaveLength(3);
  });

  it('puts a trace with an open span last by duration, and matches it with no comparison of duration', async () => {
    const projectId = '00000000-0000-4000-8000-0000000000aa';
    const [open, long, short] = ['e1', 'e2', 'e3'].map((pair) => pair.repeat(16));
    const lasting = (traceId: string, seconds: number, open_count = 0) =>
      insertTrace(database.sql, {
        projectId,
        traceId,
        trace: { started_at: at(0), ended_at: at(seconds), open_count },
      });
    await Promise.all([lasting(open!, 50, 1), lasting(long!, 40), lasting(short!, 3)]);
    const of = async (fields: Partial<TraceListPage>) =>
      (await traceList(database.sql, page({ projectId, ...fields }))).rows.map(({ id }) => id);
    expect(await of({ sort: 'duration' })).toEqual([long, short, open]);
    expect(await of({ sort: 'duration', ascending: true })).toEqual([short, long, open]);
    const took = (comparison: '>' | '<' | '=', value: number, negated = false) =>
      of({ sort: 'duration', conditions: [{ field: 'duration', comparison, value, negated }] });
    expect(await took('>', 5)).toEqual([long]);
    expect(await took('<', 60)).toEqual([long, short]);
    expect(await took('=', 50)).toEqual([]);
    expect(await took('>', 5, true)).toEqual([short, open]);
    const { rows } = await traceList(database.sql, page({ projectId, sort: 'duration' }));
    expect(rows.map((row) => row.open)).toEqual([0, 0, 1]);
  });

  it('selects traces that began in the range, half-open', async () => {
    expect(await list({ from: at(2), to: at(3) })).toEqual([TRIP]);
  });

  it('filters by what the columns show', async () => {
    expect(await matching({ field: 'model', value: 'gpt-5.2' })).toEqual([REFUND]);
    expect(await matching({ field: 'status', value: 'error' })).toEqual([REFUND]);
    expect(await matching({ field: 'status', value: 'ok' })).toEqual([INBOX, TRIP]);
    expect(await matching({ field: 'hidden', comparison: '>', value: 0.4 })).toEqual([REFUND]);
    expect(await matching({ field: 'thinking', comparison: '>', value: 2000 })).toEqual([REFUND]);
    expect(await matching({ field: 'cost', comparison: '<=', value: 0.031 })).toEqual([TRIP]);
    expect(await matching({ field: 'steps', comparison: '<', value: 7 })).toEqual([INBOX, TRIP]);
    expect(await matching({ field: 'session', value: 's_81f' })).toEqual([REFUND]);
    expect(await matching({ field: 'tag', value: 'refund' })).toEqual([REFUND]);
  });

  it('filters by user, environment, effort and duration', async () => {
    expect(await matching({ field: 'user', value: '4471' })).toEqual([REFUND]);
    expect(await matching({ field: 'env', value: 'production' })).toEqual([REFUND]);
    expect(await matching({ field: 'env', value: 'production' }, true)).toEqual([INBOX, TRIP]);
    expect(await matching({ field: 'agent', value: 'refunds' })).toEqual([REFUND]);
    expect(await matching({ field: 'effort', value: 'high' }, true)).toEqual([INBOX, TRIP]);
    expect(await matching({ field: 'duration', comparison: '>', value: 30 })).toEqual([REFUND]);
  });

  it('filters by release, service and the value of a metadata key', async () => {
    expect(await matching({ field: 'release', value: '2026.11.1' })).toEqual([REFUND]);
    expect(await matching({ field: 'service', value: 'shop' }, true)).toEqual([INBOX, TRIP]);
    expect(await matching({ field: 'metadata', key: 'customer', value: 'acme' })).toEqual([REFUND]);
    expect(await matching({ field: 'metadata', key: 'customer', value: 'eu' })).toEqual([]);
    expect(await matching({ field: 'metadata', key: 'customer', value: 'acme' }, true)).toEqual([INBOX, TRIP]);
  });

  it('filters by values of calls, and by their absence', async () => {
    expect(await matching({ field: 'tool', value: 'update_order' })).toEqual([REFUND]);
    expect(await matching({ field: 'tool', value: 'update_order' }, true)).toEqual([INBOX, TRIP]);
    expect(await matching({ field: 'tool', value: 'text_output' })).toEqual([]);
    expect(await matching({ field: 'state', value: 'encrypted' })).toEqual([INBOX]);
    expect(await matching({ field: 'has', value: 'preamble' })).toEqual([TRIP]);
    expect(await matching({ field: 'has', value: 'thought' })).toEqual([TRIP, REFUND]);
  });

  it('finds words in inputs and thoughts, and takes pattern characters literally', async () => {
    expect(await matching({ field: 'text', value: 'REFUND' })).toEqual([REFUND]);
    expect(await matching({ field: 'text', value: 'schema must' })).toEqual([REFUND]);
    expect(await matching({ field: 'text', value: '100 %' })).toEqual([REFUND]);
    expect(await matching({ field: 'text', value: '_chema' })).toEqual([]);
  });

  it('finds the words of today without a time limit', async () => {
    const asked = { projectId: PROJECT, from: null, to: null, longestMs: -1 };
    expect((await tracesWithWords(database.sql, asked, 'schema must')).ids).toEqual([REFUND]);
  });

  it('sums the matching traces, without treating unpriced calls as free', async () => {
    expect(await traceTotals(database.sql, { ...page(), cap: 100 })).toEqual({
      traces: 3,
      capped: false,
      looked: null,
      wordsCut: false,
      generations: 6,
      generationsReporting: 3,
      generationsUnpriced: 1,
      runsCounted: 0,
      generationsInRuns: 0,
      inputTokens: 0n,
      outputTokens: 0n,
      costs: {
        input: 120_000_000n,
        answer: 81_000_000n,
        readable: 11_000_000n,
        summary: 200_000_000n,
        noText: 31_000_000n,
        untold: 0n,
      },
    });
    expect(await traceTotals(database.sql, { ...page(), cap: 2 })).toMatchObject({ traces: 2, capped: true });
    expect(await traceTotals(database.sql, { ...page({ projectId: crypto.randomUUID() }), cap: 2 })).toMatchObject({
      traces: 0,
    });
  });

  it('counts the matching traces by value of a field', async () => {
    const facets = async (facet: FacetField | Facet, conditions: TraceCondition[] = [], containing = '') => {
      const filter = { projectId: PROJECT, from: null, to: null, conditions };
      const asked = typeof facet === 'string' ? { field: facet } : facet;
      const { values } = await traceFacets(database.sql, filter, { ...asked, containing });
      return Object.fromEntries(values.map(({ value, count }) => [value, count]));
    };
    expect(await facets('tool')).toEqual({ update_order: 1, search: 1, list_mail: 1 });
    expect(await facets('model')).toEqual({ 'gpt-5.2-2026-01-15': 1, 'deepseek-r1': 1, 'glm-4.6': 1 });
    expect(await facets('status')).toEqual({ ok: 2, error: 1 });
    expect(await facets('state')).toEqual({ summary: 1, readable: 1, shared: 1, encrypted: 1 });
    expect(await facets('tag')).toEqual({ refund: 1 });
    expect(await facets('session')).toEqual({ s_81f: 1 });
    expect(await facets('user')).toEqual({ 4471: 1 });
    expect(await facets('env')).toEqual({ production: 1 });
    expect(await facets('release')).toEqual({ '2026.11.1': 1 });
    expect(await facets('service')).toEqual({ shop: 1 });
    expect(await facets('metadata')).toEqual({ customer: 1, region: 1 });
    expect(await facets({ field: 'metadata', key: 'region' })).toEqual({ eu: 1 });
    expect(await facets('agent')).toEqual({ refunds: 1 });
    expect(await facets('effort')).toEqual({ high: 1 });
    expect(await facets('model', [{ negated: false, field: 'status', value: 'error' }])).toEqual({
      'gpt-5.2-2026-01-15': 1,
    });
    expect(await facets('tool', [], 'A')).toEqual({ update_order: 1, search: 1, list_mail: 1 });
    expect(await facets('tool', [], 'MAIL')).toEqual({ list_mail: 1 });
    expect(await facets('model', [], '%')).toEqual({});
    const none = await traceFacets(database.sql, page({ projectId: crypto.randomUUID() }), { field: 'tool' });
    expect(none).toEqual({ values: [], traces: 0, capped: false });
  });

  it('shows the thought before the first error, the last thought, or how many thoughts have no text', async () => {
    const highlights = await traceHighlights(database.sql, PROJECT, [REFUND, TRIP, INBOX]);
    const of = (id: string) => highlights.find((one) => one.id === id);
    expect(of(REFUND)).toMatchObject({
      thought: { text: 'the schema must have changed', state: 'summary' },
      failedTool: 'update_order',
      tools: [{ name: 'update_order', calls: 1 }],
    });
    expect(of(TRIP)).toMatchObject({
      thought: { text: 'trains first', state: 'readable' },
      tools: [{ name: 'search', calls: 2 }],
    });
    expect(of(INBOX)).toMatchObject({ thought: null, thoughts: 1, thoughtsWithoutText: 1, failedTool: null });
  });
});

it('does not treat failed calls without usage, or calls without a price, as cheap', async () => {
  const projectId = '00000000-0000-4000-8000-000000000009';
  const trace = (digit: string, fields: TestTrace['trace']) =>
    insertTrace(database.sql, { projectId, traceId: digit.repeat(32), trace: { generation_count: 1, ...fields } });
  await trace('1', { error_count: 1 });
  await trace('2', { input_tokens: 9n, generation_count: 2, generations_unpriced: 1 });
  await trace('3', { input_tokens: 9n });
  await trace('4', { input_tokens: 9n, input_cost: 5n, generation_count: 2, generations_unpriced: 1 });
  // No model was called.
  await trace('5', { generation_count: 0 });
  const ids = async (asked: Partial<TraceListPage>) =>
    (await traceList(database.sql, page({ projectId, ...asked }))).rows.map(({ id }) => id[0]).join('');
  const isCheap: TraceCondition = { field: 'cost', comparison: '<', value: 1, negated: false };
  expect(await ids({ conditions: [isCheap], sort: 'cost' })).toBe('43');
  expect(await ids({ sort: 'cost' })).toBe('43521');
  expect(await ids({ sort: 'cost', ascending: true })).toBe('34125');
});

it('returns whether a model call failed', async () => {
  const projectId = '00000000-0000-4000-8000-00000000000a';
  const response = { kind: 'generation' };
  await insertTrace(database.sql, {
    projectId,
    traceId: REFUND,
    trace: { span_count: 3, error_count: 1 },
    spans: [
      { ...response, span_id: SPAN },
      { ...response, span_id: '03'.repeat(8), status: 'error' },
      { ...response, span_id: '04'.repeat(8), duplicate_of: SPAN },
    ],
    calls: [
      { span_id: SPAN, call_index: 0, call_id: 'c1' },
      { span_id: RUN, call_index: 0, call_id: 'c2', described_by: 'execution' },
    ],
  });
  const run = { span_id: RUN, call_index: 0, call_id: 'c1', described_by: 'execution' };
  await insertTrace(database.sql, {
    projectId,
    traceId: TRIP,
    trace: { span_count: 2, error_count: 1 },
    spans: [
      { span_id: SPAN, kind: 'generation' },
      { span_id: RUN, kind: 'span', status: 'error' },
    ],
    calls: [{ span_id: SPAN, call_index: 0, call_id: 'c1' }, run],
  });
  const found = await traceHighlights(database.sql, projectId, [REFUND, TRIP]);
  expect(found.find(({ id }) => id === REFUND)).toMatchObject({
    modelFailed: true,
  });
  expect(found.find(({ id }) => id === TRIP)).toMatchObject({ modelFailed: false });
});
