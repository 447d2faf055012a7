/** The thinking of a call is far above what calls of its tool usually take. */
import type { Check, Finding, NotChecked } from '../finding.ts';
import type { Call, Run, ThinkingDistribution } from '../run.ts';
import { thinkingDollars } from './thoughts.ts';

/** Fewer calls have no distribution. */
const FEWEST = 20;
/** Above p95 alone is every twentieth call. */
const TIMES_MEDIAN = 3;
/** A few tokens more than nearly none cost nothing. */
const LEAST_ABOVE = 200;

type Baselines = ReadonlyMap<string, { distribution: ThinkingDistribution; source: 'the project' | 'this run' }>;

/** A given distribution wins over the run's own. Only distributions that are large enough. */
function baselinesOf({ steps, usualThinking }: Run): Baselines {
  const found = new Map<string, { distribution: ThinkingDistribution; source: 'the project' | 'this run' }>();
  for (const [tool, tokens] of tokensByTool(steps.flatMap(({ calls }) => calls))) {
    if (tokens.length >= FEWEST) found.set(tool, { distribution: distributionOf(tokens), source: 'this run' });
  }
  for (const [tool, distribution] of usualThinking ?? []) {
    if (distribution.count >= FEWEST) found.set(tool, { distribution, source: 'the project' });
  }
  return found;
}

function tokensByTool(calls: readonly Call[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { tool, thinkingTokens } of calls) {
    if (thinkingTokens === null) continue;
    const tokens = found.get(tool) ?? [];
    tokens.push(thinkingTokens);
    found.set(tool, tokens);
  }
  return found;
}

/** By nearest rank, so that both are figures of real calls. */
function distributionOf(tokens: readonly number[]): ThinkingDistribution {
  const sorted = tokens.toSorted((one, other) => one - other);
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { median: rank(0.5), p95: rank(0.95), count: sorted.length };
}

function find(run: Run): Finding[] {
  const baselines = baselinesOf(run);
  return run.steps.flatMap((step, index) =>
    step.calls.flatMap((call, at): Finding[] => {
      const baseline = baselines.get(call.tool);
      const tokens = call.thinkingTokens;
      if (!baseline || tokens === null || !isFarAbove(tokens, baseline.distribution)) return [];
      const { median, p95, count } = baseline.distribution;
      return [
        {
          check: 'far-above',
          step: index,
          call: at,
          confidence: call.isEstimated ? 'likely' : 'certain',
          evidence: [
            { kind: 'value', name: 'tool', value: call.tool },
            { kind: 'value', name: 'thinking tokens', value: tokens },
            { kind: 'value', name: 'median tokens', value: median },
            { kind: 'value', name: '95th percentile', value: p95 },
            { kind: 'value', name: `calls (${baseline.source})`, value: count },
          ],
          tokens,
          dollars: call.isEstimated ? null : thinkingDollars(step, tokens),
        },
      ];
    }),
  );
}

const isFarAbove = (tokens: number, { median, p95 }: ThinkingDistribution): boolean =>
  tokens > p95 && tokens > TIMES_MEDIAN * median && tokens - median >= LEAST_ABOVE;

function notChecked(run: Run): NotChecked[] {
  const baselines = baselinesOf(run);
  return run.steps.flatMap(({ calls }, step) =>
    calls.flatMap((call, index): NotChecked[] => {
      const entry = { check: 'far-above' as const, step, call: index };
      if (call.thinkingTokens === null) return [{ ...entry, reason: 'thinking_tokens_not_reported' }];
      return baselines.has(call.tool) ? [] : [{ ...entry, reason: 'distribution_too_small' }];
    }),
  );
}

export const farAbove: Check = {
  id: 'far-above',
  title: 'Thinking far above what the tool usually takes',
  find,
  notChecked,
};
