/** The questions that the screens ask, each with the query that they use and its time budget. */
import {
  latencyOf,
  latencyOfTraces,
  retriesAfterHidden,
  rollupNames,
  searchThoughts,
  senderNames,
  sessionsList,
  sessionsTotals,
  spendByCut,
  spendByDay,
  spendByScore,
  spendOfTraces,
  thinkingByTool,
  thinkingByToolOfTraces,
  topThoughts,
  topThoughtsOfModels,
  traceColumns,
  traceFacets,
  traceHighlights,
  traceIdsBeginning,
  traceList,
  traceSummary,
  traceTotals,
  type FacetField,
  type LatencyGrouping,
} from '@subtext/db';
import { EVIDENCE_QUESTIONS } from './scale-evidence.ts';
import {
  COSTS_MS,
  LARGEST_MS,
  LIST_MS,
  listed,
  range,
  SEARCH_MS,
  SKELETON_MS,
  traces,
  type Order,
  type Question,
  type Subject,
} from './scale-question.ts';

/** Words are sought in the texts, which may take as long as a search. */
const listedWith = (name: string, words: string, order?: Order): Question => ({
  ...listed(`, ${name}`, () => [{ field: 'text', value: words }], order),
  budgetMs: SEARCH_MS,
});

const sessionsWith = (name: string, words: string): Question => ({
  name: `sessions with ${name}`,
  budgetMs: SEARCH_MS,
  ask: async ({ sql, projectId }) => {
    const conditions = [{ field: 'text' as const, value: words, negated: false }];
    return (await sessionsList(sql, { ...traces(projectId), conditions, limit: 51, after: null })).length;
  },
});

const searched = (name: string, terms: string[], days?: number): Question => ({
  name: `search: ${name}`,
  budgetMs: SEARCH_MS,
  ask: async ({ sql, projectId }) =>
    (await searchThoughts(sql, { ...lastDays(projectId, days), terms, limit: 500 })).found.length,
});

const lastDays = (projectId: string, days: number | undefined) => ({
  projectId,
  from: days === undefined ? null : new Date(Date.now() - days * 86_400_000),
  to: null,
});
const withAgent = (projectId: string) => ({
  ...traces(projectId),
  conditions: [{ field: 'agent' as const, value: 'coder', negated: false }],
});
const withTool = (projectId: string, value = 'refund_order') => ({
  traces: { ...traces(projectId), conditions: [{ field: 'tool' as const, value, negated: false }] },
  calls: [],
});
const scope = (projectId: string) => ({ traces: traces(projectId), calls: [] });
const byScore = (projectId: string) => ({ ...scope(projectId), range: { ...range(projectId), calls: [] } });

const FACETS = ['model', 'tool', 'agent', 'session', 'user', 'tag', 'env', 'release', 'service', 'metadata'] as const;

function facet(field: FacetField, key?: string): Question {
  return {
    name: `facet: ${field}${key === undefined ? '' : `.${key}`}`,
    budgetMs: LIST_MS,
    ask: async ({ sql, projectId }) => (await traceFacets(sql, traces(projectId), { field, key })).values.length,
  };
}

const QUALITY = { field: 'score', name: 'quality', value: { comparison: '>', number: 0.9 } } as const;

export const QUESTIONS: readonly Question[] = [
  listed(', first page', () => []),
  { name: 'second lines of a page', budgetMs: LIST_MS, ask: highlights },
  {
    name: 'sums above the list',
    budgetMs: LIST_MS,
    ask: ({ sql, projectId }) => traceTotals(sql, { ...traces(projectId), cap: 10_000 }).then(() => 1),
  },
  {
    name: 'sums above a list by agent',
    budgetMs: LIST_MS,
    ask: ({ sql, projectId }) =>
      traceTotals(sql, { ...withAgent(projectId), cap: 10_000 }).then((totals) => totals.traces),
  },
  ...FACETS.map((field) => facet(field)),
  facet('metadata', 'region'),
  facet('score'),
  facet('score', 'quality'),
  facet('check'),
  {
    name: 'palette: names with a word',
    budgetMs: LIST_MS,
    ask: async ({ sql, projectId }) => {
      const search = { projectId, text: 'cod', limit: 5 };
      const [inRollups, bySender] = await Promise.all([rollupNames(sql, search), senderNames(sql, search)]);
      return sizes(Object.values(inRollups)) + sizes(Object.values(bySender));
    },
  },
  {
    name: 'palette: beginning of an id',
    budgetMs: LIST_MS,
    ask: async ({ sql, projectId }) =>
      (await traceIdsBeginning(sql, { projectId, beginning: 'abcd', limit: 6 })).length,
  },
  {
    name: 'sessions, first page',
    budgetMs: LIST_MS,
    ask: async ({ sql, projectId }) =>
      (await sessionsList(sql, { ...traces(projectId), limit: 51, after: null })).length,
  },
  sessionsWith('common words', 'refunded'),
  sessionsWith('words that are not there', 'xylophone'),
  {
    name: 'sums above the sessions',
    budgetMs: LIST_MS,
    ask: ({ sql, projectId }) => sessionsTotals(sql, { ...traces(projectId), cap: 10_000 }).then(() => 1),
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
  listed(', most expensive first', () => [], 'cost'),
  listed(', most hidden first', () => [], 'hidden'),
  listed(', most thinking first', () => [], 'thinking'),
  listed(', longest first', () => [], 'duration'),
  listed(', most steps first', () => [], 'steps'),
  listed(', most errors first', () => [], 'errors'),
  listed(', least hidden first', () => [], 'hidden.asc'),
  listed(', cheapest first', () => [], 'cost.asc'),
  listed(', shortest first', () => [], 'duration.asc'),
  listed(', hidden above 40 %, most expensive first', () => [{ field: 'hidden', comparison: '>', value: 0.4 }], 'cost'),
  listed(', rare tool, longest first', () => [{ field: 'tool', value: 'delete_account' }], 'duration'),
  listed(', user', () => [{ field: 'user', value: 'user-350' }]),
  listed(', user that is not there', () => [{ field: 'user', value: 'nobody' }]),
  listed(', agent', () => [{ field: 'agent', value: 'coder' }], 'steps'),
  listed(', agent that is not there', () => [{ field: 'agent', value: 'nobody' }]),
  listed(', tag', () => [{ field: 'tag', value: 'vip' }], 'thinking'),
  listed(', tag that is not there', () => [{ field: 'tag', value: 'none' }]),
  listed(', environment that is not there', () => [{ field: 'env', value: 'none' }]),
  listed(', effort that is not there', () => [{ field: 'effort', value: 'none' }]),
  listed(', release', () => [{ field: 'release', value: '1.15.1' }]),
  listed(', release that is not there', () => [{ field: 'release', value: 'none' }]),
  listed(', service', () => [{ field: 'service', value: 'agents' }]),
  listed(', service that is not there', () => [{ field: 'service', value: 'none' }]),
  listed(', metadata', () => [{ field: 'metadata', key: 'region', value: 'eu' }]),
  listed(', metadata that is not there', () => [{ field: 'metadata', key: 'region', value: 'none' }]),
  listed(', metadata key that is not there', () => [{ field: 'metadata', key: 'none', value: 'none' }]),
  listed(', release, longest first', () => [{ field: 'release', value: '1.15.1' }], 'duration'),
  listed(', score above 0.9', () => [QUALITY]),
  listed(', score above 0.9, most expensive first', () => [QUALITY], 'cost'),
  listed(', thumbs down', () => [{ field: 'score', name: 'helpful', value: { oneOf: ['down'] } }]),
  listed(', score that is not there', () => [{ field: 'score', name: 'helpful', value: { oneOf: ['none'] } }]),
  listed(', without a score', () => [{ field: 'score', name: 'helpful', value: null, negated: true }]),
  listed(', preamble', () => [{ field: 'has', value: 'preamble' }], 'duration'),
  listed(', longer than an hour', () => [{ field: 'duration', comparison: '>', value: 3600 }]),
  listed(', more than 5,000 steps', () => [{ field: 'steps', comparison: '>', value: 5000 }]),
  listedWith('common words', 'refunded'),
  listedWith('rare words', 'Björn said unclear, not merged'),
  listedWith('common words, most expensive first', 'refunded', 'cost'),
  listedWith('words that are not there', 'xylophone'),
  {
    name: 'trace page, head',
    budgetMs: SKELETON_MS,
    ask: async ({ sql, projectId, traceId }) => ((await traceSummary(sql, { projectId, traceId })) ? 1 : 0),
  },
  { name: 'trace page, skeleton', budgetMs: SKELETON_MS, ask: skeleton },
  {
    name: 'trace page, skeleton of the largest',
    budgetMs: LARGEST_MS,
    ask: (subject) => skeleton({ ...subject, traceId: subject.largestId }),
  },
  searched('common word', ['schema']),
  searched('two words', ['Freya said']),
  searched('two terms', ['schema', 'Freya']),
  searched('rare phrase', ['Björn said unclear, not merged']),
  searched('rare phrase, seven days', ['Björn said unclear, not merged'], 7),
  searched('not there', ['xylophone']),
  {
    name: 'costs by day',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) =>
      (await spendByDay(sql, { ...range(projectId), calls: [], timeZone: 'Europe/Oslo' })).length,
  },
  {
    name: 'costs by model',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => (await spendByCut(sql, { ...range(projectId), calls: [] }, 'model')).length,
  },
  {
    name: 'costs by agent',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => (await spendByCut(sql, { ...range(projectId), calls: [] }, 'agent')).length,
  },
  {
    name: 'costs by model, of a tool',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => (await spendOfTraces(sql, withTool(projectId), { by: 'model' })).rows.length,
  },
  {
    name: 'thinking by tool, of a tool',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => (await thinkingByToolOfTraces(sql, withTool(projectId))).rows.length,
  },
  {
    name: 'most expensive thoughts of a rare tool',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) =>
      (await topThoughts(sql, { ...withTool(projectId, 'delete_account'), limit: 20 })).length,
  },
  {
    name: 'most expensive thought of each model',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => (await topThoughtsOfModels(sql, range(projectId))).length,
  },
  {
    name: 'costs by session',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => (await spendOfTraces(sql, scope(projectId), { by: 'session' })).rows.length,
  },
  {
    name: 'most expensive thoughts',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => (await topThoughts(sql, { ...scope(projectId), limit: 20 })).length,
  },
  {
    name: 'retries after hidden thoughts',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => (await retriesAfterHidden(sql, scope(projectId))).tools.length,
  },
  {
    name: 'thinking by tool',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => (await thinkingByTool(sql, range(projectId))).length,
  },
  {
    name: 'cost per good run',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) =>
      (await spendByScore(sql, byScore(projectId), { name: 'quality', least: 0.5 })).rows.length,
  },
  ...(['model', 'agent', 'tool'] as const).flatMap((by) => [
    latency(`latency by ${by}`, { by }),
    latency(`latency by day, of all ${by}s`, { by, key: null, timeZone: 'Europe/Oslo' }),
  ]),
  {
    name: 'latency by model, of a tool',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => (await latencyOfTraces(sql, withTool(projectId), { by: 'model' })).rows.length,
  },
  ...EVIDENCE_QUESTIONS,
];

function latency(name: string, grouping: LatencyGrouping): Question {
  const ask = async ({ sql, projectId }: Subject) =>
    (await latencyOf(sql, { ...range(projectId), calls: [] }, grouping)).length;
  return { name, budgetMs: COSTS_MS, ask };
}

const sizes = (lists: readonly (readonly unknown[])[]): number => lists.reduce((sum, { length }) => sum + length, 0);

async function highlights({ sql, projectId }: Subject): Promise<number> {
  const { rows } = await traceList(sql, {
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

async function skeleton({ sql, projectId, traceId }: Subject): Promise<number> {
  const key = { projectId, traceId };
  const { spans, calls } = await traceColumns(sql, key, 100_000);
  return spans.length + calls.length;
}
