/** The questions about what the checks found, and about releases, as their screens ask them. Part of scale-questions.ts. */
import {
  billedThinking,
  callOrigins,
  callsOfRuns,
  checkSummaries,
  RELEASE_CUTS,
  runsByCut,
  runsOfSide,
  scoresOfRuns,
  spendByCheck,
  traceEvidence,
  traceFindings,
  type ReleaseRun,
} from '@subtext/db';
import {
  COSTS_MS,
  LIST_MS,
  listed,
  range,
  RELEASES_MS,
  SKELETON_MS,
  traces,
  type Question,
  type Subject,
} from './scale-question.ts';

const CHECKS = ['invented-identifier', 'against-thought', 'unsourced', 'repeated', 'effort-ignored', 'far-above'];
/** As bench/generate.ts names them. */
const [BEFORE, AFTER] = ['1.14.1', '1.15.1'] as const;

/** Scores and checks of the runs of a side. */
async function judged({ sql, projectId }: Subject, runs: readonly ReleaseRun[]): Promise<number> {
  const ids = runs.map(({ id }) => id);
  return (await scoresOfRuns(sql, projectId, ids)).length + (await checkSummaries(sql, projectId, ids)).size;
}

async function compared(subject: Subject, by: (typeof RELEASE_CUTS)[number], values: readonly string[]) {
  const { sql, projectId } = subject;
  let rows = 0;
  for (const value of values) {
    const { runs } = await runsOfSide(sql, traces(projectId), { by, value });
    await judged(subject, runs);
    rows += runs.length + (await callsOfRuns(sql, { projectId, runs })).length;
  }
  return rows;
}

async function releases(subject: Subject, by: (typeof RELEASE_CUTS)[number]): Promise<number> {
  const { groups } = await runsByCut(subject.sql, traces(subject.projectId), { by });
  const runs = groups.flatMap((group) => group.runs);
  await judged(subject, runs);
  return runs.length;
}

/** The unusual days of a month need the days before, too. */
async function billed({ sql, projectId }: Subject): Promise<number> {
  const { from, to } = range(projectId);
  const before = new Date(from.getTime() - 90 * 86_400_000);
  return (await billedThinking(sql, projectId, { from, to, before, limit: 11 })).days.length;
}

export const EVIDENCE_QUESTIONS: readonly Question[] = [
  listed(', check', () => [{ field: 'check', value: 'repeated' }]),
  listed(', check that found little', () => [{ field: 'check', value: 'invented-identifier' }]),
  listed(', any check', () => [{ field: 'check', value: 'any' }]),
  listed(', any check, most expensive first', () => [{ field: 'check', value: 'any' }], 'cost'),
  listed(', no finding of a check', () => [{ field: 'check', value: 'repeated', negated: true }]),
  {
    name: 'checks of a page of the list',
    budgetMs: LIST_MS,
    ask: async ({ sql, projectId, traceId, largestId }) =>
      (await checkSummaries(sql, projectId, [traceId, largestId])).size,
  },
  {
    name: 'trace page, checks',
    budgetMs: SKELETON_MS,
    ask: async ({ sql, projectId, traceId }) => {
      const key = { projectId, traceId };
      await traceEvidence(sql, key);
      const findings = await traceFindings(sql, key, { spanIds: null, limit: 51 });
      const calls = findings.flatMap(({ spanId, callIndex }) =>
        callIndex === null ? [] : [{ spanId, index: callIndex }],
      );
      return findings.length + (await callOrigins(sql, key, calls)).length;
    },
  },
  {
    name: 'costs by check',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => {
      const query = { range: { ...range(projectId), calls: [] }, traces: traces(projectId), checks: CHECKS };
      return (await spendByCheck(sql, query)).rows.length;
    },
  },
  {
    name: 'costs by check, of a release',
    budgetMs: COSTS_MS,
    ask: async ({ sql, projectId }) => {
      const conditions = [{ field: 'release' as const, value: AFTER, negated: false }];
      const query = { range: { ...range(projectId), calls: [] }, traces: { ...traces(projectId), conditions } };
      return (await spendByCheck(sql, { ...query, checks: CHECKS })).rows.length;
    },
  },
  { name: 'billed thinking by model and day', budgetMs: COSTS_MS, ask: billed },
  ...RELEASE_CUTS.map((by): Question => ({
    name: `releases, by ${by}`,
    budgetMs: RELEASES_MS,
    ask: (subject) => releases(subject, by),
  })),
  {
    name: 'releases, two compared',
    budgetMs: RELEASES_MS,
    ask: (subject) => compared(subject, 'release', [BEFORE, AFTER]),
  },
  {
    name: 'releases, two efforts compared',
    budgetMs: RELEASES_MS,
    ask: (subject) => compared(subject, 'effort', ['low', 'high']),
  },
];
