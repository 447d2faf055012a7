// The releases of a project with their figures, computed from their newest runs.
import {
  checkSummaries,
  runsByCut,
  scoresOfRuns,
  type ReleaseCut,
  type ReleaseRun,
  type ReleaseRuns,
  type Sql,
  type TraceFilter,
} from '@subtext/db';
import { TRACE_CHECK_IDS } from '@subtext/evidence';
import { releaseFigures, type FiguredRuns } from '../../../lib/releases/release-figures.ts';
import { conditionsOf } from '../../../lib/traces/trace-filter.ts';
import { withoutNul } from '../../trpc/inputs.ts';

export interface ReleasesQuery {
  projectId: string;
  from: Date;
  to: Date;
  /** The filter as it was typed. */
  q: string;
  by: ReleaseCut;
}

export const filterOf = ({ projectId, from, to, q }: ReleasesQuery): TraceFilter => ({
  ...{ projectId, from, to },
  conditions: conditionsOf(withoutNul(q)),
});

export async function releaseRows(sql: Sql, query: ReleasesQuery) {
  const { groups, capped } = await runsByCut(sql, filterOf(query), { by: query.by });
  const ids = groups.flatMap(({ runs }) => runs.map(({ id }) => id));
  const judged = await judgementsOf(sql, query.projectId, ids);
  const rows = groups.map(({ key, several, ...found }) => ({ key, several, ...summaryOf(found, judged) }));
  return { rows, capped };
}

type Judgements = Omit<FiguredRuns, 'runs'>;

/** What scores and checks say of runs. */
export async function judgementsOf(sql: Sql, projectId: string, ids: readonly string[]): Promise<Judgements> {
  const scores = await scoresOfRuns(sql, projectId, ids);
  const found = await checkSummaries(sql, projectId, ids);
  const checked = [...found].map(([id, checks]) => {
    const isChecked = checks.state === 'checked';
    return [id, { isChecked, found: checks.found.map(({ check }) => check), partly: checks.partly }] as const;
  });
  return { scores, checks: { ids: TRACE_CHECK_IDS, ofRuns: new Map(checked) } };
}

/** What the runs of a side add up to. */
export function summaryOf({ runs, capped }: ReleaseRuns, judged: Judgements) {
  const times = runs.map(({ startedAt }) => startedAt.getTime());
  return {
    runs: runs.length,
    /** There are more runs; the figures are of the newest. */
    capped,
    first: times.length > 0 ? new Date(Math.min(...times)) : null,
    last: times.length > 0 ? new Date(Math.max(...times)) : null,
    services: servicesOf(runs),
    /** Nano-dollars of the runs whose cost is known. */
    spent: runs.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    figures: releaseFigures({ runs, ...judged }),
  };
}

const MAX_SERVICES = 10;

/** A release is a name that each service chooses, so two may use the same. */
const servicesOf = (runs: readonly ReleaseRun[]): string[] =>
  [...new Set(runs.flatMap(({ service }) => service ?? []))].sort().slice(0, MAX_SERVICES);
