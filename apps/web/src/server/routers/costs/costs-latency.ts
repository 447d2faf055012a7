// Latency by model, agent or tool, and by day, as percentiles of the stored histograms.
import { latencyOf, latencyOfTraces, type LatencyGrouping, type LatencyOf, type Sql } from '@subtext/db';
import { percentilesOf } from '@subtext/trace';
import { isOfRollups, type Scope } from './costs-scope.ts';

export async function costsLatency(sql: Sql, scope: Scope, grouping: LatencyGrouping) {
  if (isOfRollups(scope) && (grouping.by !== 'tool' || scope.calls.length === 0))
    return { rows: (await latencyOf(sql, scope.range, grouping)).map(withPercentiles), scope: null };
  const query = grouping.by === 'tool' ? ofWholeTraces(scope) : scope;
  const { rows, ...looked } = await latencyOfTraces(sql, query, grouping);
  return { rows: rows.map(withPercentiles), scope: looked };
}

/** The execution of a tool does not report a model, so `model:` selects the traces that used it. */
const ofWholeTraces = ({ traces, calls }: Scope) => ({
  traces: { ...traces, conditions: [...traces.conditions, ...calls] },
  calls: [],
});

const withPercentiles = ({ key, provider, duration, firstToken, inferred }: LatencyOf) => ({
  key,
  provider,
  duration: percentilesOf(duration),
  firstToken: percentilesOf(firstToken),
  inferred: percentilesOf(inferred),
});
