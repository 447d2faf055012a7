/** Checks one stored trace. The outcome is a function of what is stored, and of what tools usually take. */
import { countGenerations, type ComputedEvidence, type Sql, type TraceKey } from '@subtext/db';
import {
  EVIDENCE_VERSION,
  TRACE_CHECK_IDS,
  TraceCheck,
  type CheckedTrace,
  type StoredFinding,
} from '@subtext/evidence';
import { storedSteps } from './stored-steps.ts';
import type { ThinkingByTool } from './usual-thinking.ts';

/** Findings of one trace that are stored one by one; all of them are counted. */
const MOST_FINDINGS = 1_000;

/** undefined: the trace is gone. */
export async function checkStoredTrace(
  sql: Sql,
  trace: TraceKey,
  usualThinking: ThinkingByTool,
): Promise<ComputedEvidence | undefined> {
  const generations = await countGenerations(sql, trace);
  if (generations === undefined) return undefined;
  const check = new TraceCheck(usualThinking);
  for await (const step of storedSteps(sql, trace)) check.add(step);
  return computedOf(check.finish(), generations);
}

function computedOf(checked: CheckedTrace, generations: number): ComputedEvidence {
  const { steps, findings, notChecked, countsNotChecked, stepsNotChecked, origins, billed } = checked;
  const stepsLeftOut = Math.max(0, generations - steps);
  return {
    version: EVIDENCE_VERSION,
    ...{ steps, stepsLeftOut, notChecked, stepsNotChecked, billed },
    checks: TRACE_CHECK_IDS.flatMap((checkId) => {
      const found = findings.filter((finding) => finding.checkId === checkId);
      const missed = (countsNotChecked[checkId] ?? 0) + stepsLeftOut;
      return found.length + missed === 0 ? [] : [{ checkId, ...sumsOf(found), notChecked: missed }];
    }),
    findings: findings.slice(0, MOST_FINDINGS).map((finding, number) => ({ number, ...finding })),
    origins: origins.map(({ spanId, index, origins: stored }) => ({
      ...{ spanId, callIndex: index, origins: stored },
      unsourced: stored.values.filter(({ isUnsourced }) => isUnsourced).length,
      invented: stored.values.filter(({ isInvented }) => isInvented).length,
    })),
  };
}

function sumsOf(findings: readonly StoredFinding[]) {
  const [tokens, costs] = [
    findings.flatMap((finding) => finding.tokens ?? []),
    findings.flatMap((finding) => finding.cost ?? []),
  ];
  return {
    findings: findings.length,
    certain: findings.filter(({ confidence }) => confidence === 'certain').length,
    tokens: sumOf(tokens),
    withoutTokens: findings.length - tokens.length,
    cost: sumOf(costs),
    withoutCost: findings.length - costs.length,
  };
}

/** Unknown is not zero. */
const sumOf = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0);
