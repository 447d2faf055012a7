/** The questions that the screens ask, each through the query that they ask it with, and the budget it has there. */
import {
  searchThoughts,
  spendByDay,
  spendByModel,
  thinkingByTool,
  traceCalls,
  traceHighlights,
  traceList,
  traceSpans,
  traceSummary,
  traceTotals,
  type Sql,
  type TraceCondition,
  type TraceSort,
} from '@subtext/db';

export interface Subject {
  sql: Sql;
  projectId: string;
  /** The largest one. */
  traceId: string;
  sessionId: string | null;
}

export interface Question {
  name: string;
  budgetMs: number;
  /** Resolves to the number of rows of the answer. */
  ask(subject: Subject): Promise<number>;
}

const LIST_MS = 200;
const SEARCH_MS = 500;
const COSTS_MS = 400;
const SKELETON_MS = 300;

type Plain = TraceCondition extends infer One ? (One extends unknown ? Omit<One, 'negated'> : never) : never;

function listed(name: string, conditions: (subject: Subject) => Plain[], sort: TraceSort = 'age'): Question {
  const ask = async (subject: Subject) => {
    const filter = {
      projectId: subject.projectId,
      from: null,
      to: null,
      conditions: conditions(subject).map((one) => ({ ...one, negated: false }) as TraceCondition),
    };
    const rows = await traceList(subject.sql, { ...filter, sort, limit: 51, after: null });
    return rows.length;
  };
  return { name: `list${name}`, budgetMs: LIST_MS, ask };
}

const searched = (name: string, words: string): Question => ({
  name: `search: ${name}`,
  budgetMs: SEARCH_MS,
  ask: async ({ sql, projectId }) => (await searchThoughts(sql, { projectId, words, limit: 50 })).found.length,
});

/** The last 30 days. */
const range = (projectId: string) => ({ projectId, from: new Date(Date.now() - 30 * 86_400_000), to: new Date() });

export const QUESTIONS: readonly Question[] = [
  listed(', first page', () => []),
  { name: 'second lines of a page', budgetMs: LIST_MS, ask: highlights },
  {
    name: 'sums above the list',
    budgetMs: LIST_MS,
    ask: ({ sql, projectId }) => traceTotals(sql, { ...range(projectId), conditions: [], cap: 10_000 }).then(() => 1),
  },
  listed(', common tool', () => [{ field: 'tool', value: 'run_query' }]),
  listed(', rare tool', () => [{ field: 'tool', value: 'delete_account' }]),
  listed(', tool that is not there', () => [{ field: 'tool', value: 'no_such_tool' }]),
  listed(', thinking withheld', () => [{ field: 'state', value: 'withheld' }]),
  listed(', state that is not there', () => [{ field: 'state', value: 'redacted' }]),
  listed(', model', () => [{ field: 'model', value: 'gemini-3-pro' }]),
  listed(', model that is not there', () => [{ field: 'model', value: 'no-such-model' }]),
  listed(', session', ({ sessionId }) => [{ field: 'session', value: sessionId ?? '' }]),
  listed(', errors', () => [{ field: 'status', value: 'error' }]),
  listed(', cost above 1 $', () => [{ field: 'cost', comparison: '>', value: 1 }]),
  listed(', dearest first', () => [], 'cost'),
  listed(', common words', () => [{ field: 'text', value: 'refunded' }]),
  listed(', rare words', () => [{ field: 'text', value: 'Björn said unclear, not merged' }]),
  {
    name: 'trace page, head',
    budgetMs: SKELETON_MS,
    ask: async ({ sql, ...key }) => ((await traceSummary(sql, key)) ? 1 : 0),
  },
  { name: 'trace page, skeleton', budgetMs: SKELETON_MS, ask: skeleton },
  searched('common word', 'schema'),
  searched('two words', 'Freya said'),
  searched('rare phrase', 'Björn said unclear, not merged'),
  searched('not there', 'xylophone'),
  {
    name: 'costs by day',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => (await spendByDay(sql, range(projectId), 'Europe/Oslo')).length,
  },
  {
    name: 'costs by model',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => (await spendByModel(sql, range(projectId))).length,
  },
  {
    name: 'thinking by tool',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => (await thinkingByTool(sql, range(projectId))).length,
  },
];

async function highlights({ sql, projectId }: Subject): Promise<number> {
  const rows = await traceList(sql, {
    projectId,
    from: null,
    to: null,
    conditions: [],
    sort: 'age',
    limit: 50,
    after: null,
  });
  const lines = await traceHighlights(
    sql,
    projectId,
    rows.map((row) => row.id),
  );
  return lines.length;
}

async function skeleton({ sql, ...key }: Subject): Promise<number> {
  const [spans, calls] = await Promise.all([traceSpans(sql, key, 100_000), traceCalls(sql, key, 300_000)]);
  return spans.length + calls.length;
}
