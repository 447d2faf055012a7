// Steps by the thinking tokens before them, from the tools' histograms (tool_rollups.token_histogram). Pure.
import { plural, tokens } from '../../../lib/figures/format.ts';
import type { ThinkingOfTool } from '../answer.ts';
import { medianTokens } from './median.ts';

export interface Bucket {
  /** Smallest and largest number of tokens in the bucket; the last bucket has no upper bound. */
  from: number;
  to: number | undefined;
  steps: number;
}

/** Bucket 0 counts zeros, bucket i counts 2^(i-1) ≤ tokens < 2^i; empty ones at both ends are left out. */
export function bucketsOf(histograms: readonly (readonly number[])[]): Bucket[] {
  const length = Math.max(0, ...histograms.map((histogram) => histogram.length));
  const buckets = Array.from({ length }, (_none, index) => ({
    from: index === 0 ? 0 : 2 ** (index - 1),
    to: index === length - 1 ? undefined : index === 0 ? 0 : 2 ** index - 1,
    steps: histograms.reduce((sum, histogram) => sum + (histogram[index] ?? 0), 0),
  }));
  const first = buckets.findIndex(({ steps }) => steps > 0);
  const last = buckets.findLastIndex(({ steps }) => steps > 0);
  return first === -1 ? [] : buckets.slice(first, last + 1);
}

export function bucketLabel({ from, to }: Bucket): string {
  if (to === undefined) return `≥ ${tokens(from)}`;
  return from === to ? tokens(from) : `${tokens(from)}–${tokens(to)}`;
}

export function histogramSummary(tools: readonly Pick<ThinkingOfTool, 'tokenHistogram' | 'reasoningTokens'>[]): string {
  const sums = Array.from({ length: tools[0]?.tokenHistogram.length ?? 0 }, (_none, index) =>
    tools.reduce((sum, { tokenHistogram }) => sum + (tokenHistogram[index] ?? 0), 0),
  );
  const tokensOfAll = tools.reduce((sum, { reasoningTokens }) => sum + reasoningTokens, 0n);
  const steps = sums.reduce((sum, count) => sum + count, 0);
  const median = medianTokens(sums, tokensOfAll);
  if (median === undefined) return 'No step reports thinking tokens.';
  const thought = `${median.isApproximate ? 'about ' : ''}${plural(median.tokens, 'token')}`;
  if (steps === 1) return `1 step reports thinking: ${median.tokens === 0 ? 'none' : thought}.`;
  return `${plural(steps, 'step reports', 'steps report')} thinking; half of them thought ${median.tokens === 0 ? 'nothing' : `up to ${thought}`}.`;
}
