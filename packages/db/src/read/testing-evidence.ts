/** The queries about what the checks found and what releases differ in, for query-plans.test.ts. */
import type { Sql } from '../postgres/connect.ts';
import type { TraceKey } from '../rows/row-keys.ts';
import { callOrigins } from './evidence/call-origins.ts';
import { checkSummaries } from './evidence/check-summaries.ts';
import { countGenerations, evidenceGenerations } from './evidence/evidence-generations.ts';
import { stepNotChecked } from './evidence/step-not-checked.ts';
import { traceEvidence } from './evidence/trace-evidence.ts';
import { traceFindings } from './evidence/trace-findings.ts';
import { billedThinking } from './costs/billed-thinking.ts';
import { callsOfRuns } from './releases/release-calls.ts';
import { RELEASE_CUTS, runsByCut, runsOfSide } from './releases/release-runs.ts';
import { scoresOfRuns } from './releases/release-scores.ts';
import { spendByCheck } from './costs/spend-by-check.ts';
import type { TraceCondition } from './traces/trace-conditions.ts';

interface Stored {
  key: TraceKey;
  spanId: string;
  range: { projectId: string; from: Date; to: Date };
  someTraces: { projectId: string; from: Date; to: Date; conditions: TraceCondition[] };
}

export const evidenceQueries = ({
  key,
  spanId,
  range,
  someTraces,
}: Stored): Record<string, (sql: Sql) => Promise<unknown>> => {
  const { projectId } = key;
  return {
    'billed-thinking': (sql) => billedThinking(sql, projectId, { ...range, before: range.from, limit: 9 }),
    'release-runs': async (sql) => {
      for (const by of RELEASE_CUTS) {
        for (const conditions of [[], someTraces.conditions]) {
          await runsByCut(sql, { ...range, conditions }, { by });
          await runsOfSide(sql, { ...range, conditions }, { by, value: 'x' });
        }
      }
    },
    'release-scores': (sql) => scoresOfRuns(sql, projectId, [key.traceId]),
    'release-calls': (sql) => callsOfRuns(sql, { projectId, runs: [{ id: key.traceId, day: '2026-11-20' }] }),
    'spend-by-check': async (sql) => {
      const query = { range, traces: { ...range, conditions: [] }, checks: ['repeated'] };
      await spendByCheck(sql, query);
      await spendByCheck(sql, { ...query, traces: someTraces });
    },
    'call-origins': (sql) => callOrigins(sql, key, [{ spanId, index: 0 }]),
    'check-summaries': (sql) => checkSummaries(sql, projectId, [key.traceId]),
    'evidence-generations': async (sql) => {
      await evidenceGenerations(sql, key, 9);
      await countGenerations(sql, key);
    },
    'step-not-checked': (sql) => stepNotChecked(sql, key, spanId),
    'trace-evidence': (sql) => traceEvidence(sql, key),
    'trace-findings': async (sql) => {
      await traceFindings(sql, key, { spanIds: null, limit: 9 });
      await traceFindings(sql, key, { spanIds: [spanId], limit: 9, after: 3 });
    },
  };
};
