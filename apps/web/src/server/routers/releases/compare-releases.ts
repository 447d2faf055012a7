// What changed between two releases, prompt versions or efforts.
import { callsOfRuns, runsOfSide, type ReleaseRun, type Sql } from '@subtext/db';
import { compareFigures } from '../../../lib/releases/release-figures.ts';
import { comparePairs, comparePaths, compareTools, type PathRun } from '../../../lib/releases/release-paths.ts';
import { filterOf, judgementsOf, summaryOf, type ReleasesQuery } from './release-rows.ts';

interface ComparisonQuery extends ReleasesQuery {
  a: string;
  b: string;
}

/** Calls of a side: those of its newest runs. */
const MAX_CALLS = 20_000;

export async function compareReleases(sql: Sql, query: ComparisonQuery) {
  const [a, b] = [await readSide(sql, query, query.a), await readSide(sql, query, query.b)];
  const { figures: ofA, ...summaryA } = a.summary;
  const { figures: ofB, ...summaryB } = b.summary;
  const paths = { a: a.paths, b: b.paths };
  return {
    a: { ...summaryA, runsWithCalls: a.paths.length },
    b: { ...summaryB, runsWithCalls: b.paths.length },
    figures: compareFigures({ runs: summaryA.runs, figures: ofA }, { runs: summaryB.runs, figures: ofB }),
    tools: compareTools(paths),
    paths: comparePaths(paths),
    pairs: comparePairs(paths),
  };
}

async function readSide(sql: Sql, query: ReleasesQuery, value: string) {
  const { projectId, by } = query;
  const found = await runsOfSide(sql, filterOf(query), { by, value });
  const ids = found.runs.map(({ id }) => id);
  const judged = await judgementsOf(sql, projectId, ids);
  return { summary: summaryOf(found, judged), paths: await pathsOf(sql, projectId, withinBudget(found.runs)) };
}

/** The newest runs that together have at most so many calls. */
function withinBudget(runs: readonly ReleaseRun[]): ReleaseRun[] {
  let calls = 0;
  // An answer is a call, too.
  return runs.filter((run) => (calls += run.calls + 1) <= MAX_CALLS);
}

async function pathsOf(sql: Sql, projectId: string, runs: readonly ReleaseRun[]): Promise<PathRun[]> {
  const calls = await callsOfRuns(sql, { projectId, runs });
  const byRun = Map.groupBy(calls, ({ id }) => id);
  return runs.map(({ id, task, cost }) => ({ id, task, cost, calls: byRun.get(id) ?? [] }));
}
