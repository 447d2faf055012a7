import { describe, expect, it } from 'vitest';
import { spendCsv, toolsCsv } from './cut-csv.ts';
import { isUnnamed, nameOf } from './cuts.ts';
import { bucketLabel, bucketsOf, histogramSummary } from './histogram.ts';
import { stepPath, tracesOfCut } from './links.ts';
import { NOTHING } from './spend.ts';

const lines = (csv: string) => csv.trimEnd().split('\r\n');
const place = { project: 'shop', range: '30d', q: 'tag:night' };

describe('the cut as CSV', () => {
  const row = { key: 'gpt-5.2', provider: 'openai', ...NOTHING, generations: 3 };

  it('has dollars to the last digit, and nothing where nothing was said or priced', () => {
    const priced = { ...row, generationsReporting: 3, inputCost: 1_234_567_000_000_001n, reasoningTokens: 12_345n };
    const unpriced = { ...row, key: 'free', generationsUnpriced: 3 };
    const [head, first, second] = lines(spendCsv('model', [priced, unpriced]));
    const of = (line: string | undefined, column: string) => line?.split(',')[head?.split(',').indexOf(column) ?? -1];
    expect([of(first, 'total_usd'), of(first, 'thinking_tokens')]).toEqual(['1234567.000000001', '12345']);
    expect([of(second, 'total_usd'), of(second, 'thinking_tokens')]).toEqual(['', '']);
  });

  it('says how many runs count, and of how many calls', () => {
    const [head, line] = lines(
      spendCsv('model', [
        {
          ...row,
          runsCounted: 1,
          generationsInRuns: 3,
          generationsReporting: 1,
          inputCost: 5n,
          untoldTokens: 9n,
          untoldCost: 1_000_000_000n,
        },
      ]),
    );
    expect([head, line].map((one) => one?.split(',').slice(-4))).toEqual([
      ['agent_runs_counted', 'model_calls_told_by_runs', 'thinking_text_unknown_tokens', 'thinking_text_unknown_usd'],
      ['1', '3', '9', '1'],
    ]);
  });

  it('is nothing that a spreadsheet would run', () => {
    const name = '=HYPERLINK("http://evil",1)';
    expect(lines(spendCsv('agent', [{ ...row, key: name }]))[1]).toMatch(/^"'=HYPERLINK/);
    const tool = {
      ...{ tool: '+cmd', calls: 1, callsWithTokens: 0, callsEstimated: 0, tokenHistogram: [] },
      ...{ reasoningTokens: 0n, estimatedTokens: 0n, reasoningCost: 0n, hiddenCost: 0n },
    };
    expect(lines(toolsCsv([tool]))[1]).toBe("'+cmd,1,0,,,,0,");
  });
});

describe('a row of a cut', () => {
  it('leads to its traces within the filter of the page', () => {
    const url = new URL(tracesOfCut(place, 'agent', 'night watch'), 'http://localhost');
    expect(Object.fromEntries(url.searchParams)).toEqual({ q: 'tag:night agent:"night watch"', range: '30d' });
  });

  it('that nobody named says so, and leads to all', () => {
    expect([nameOf('effort', ''), nameOf('model', 'unknown'), nameOf('agent', 'unknown')]).toEqual([
      'effort not said',
      'unnamed model',
      'unknown',
    ]);
    expect(isUnnamed('session', '')).toBe(true);
    expect(tracesOfCut({ ...place, q: '' }, 'session', '')).toBe('/p/shop/traces?range=30d');
  });

  it('leads to a step as soon as its number is known', () => {
    expect(stepPath('shop', 'ab', '7b')).toBe('/p/shop/traces/ab?step=7b');
    expect(stepPath('shop', 'ab', undefined)).toBe('/p/shop/traces/ab');
  });
});

describe('the histogram of steps', () => {
  const of = (counts: Record<number, number>) => Array.from({ length: 24 }, (_none, index) => counts[index] ?? 0);

  it('adds tools up and leaves empty ends out, not gaps', () => {
    const buckets = bucketsOf([of({ 2: 1 }), of({ 2: 1, 4: 3 })]);
    expect(buckets.map((bucket) => [bucketLabel(bucket), bucket.steps])).toEqual([
      ['2–3', 2],
      ['4–7', 0],
      ['8–15', 3],
    ]);
    expect(bucketsOf([of({})])).toEqual([]);
  });

  it('counts zeros apart, and has no end above', () => {
    const buckets = bucketsOf([of({ 0: 1, 23: 1 })]);
    expect([bucketLabel(buckets[0]!), bucketLabel(buckets.at(-1)!)]).toEqual(['0', '≥ 4.2M']);
  });

  it('is told in a sentence', () => {
    expect(histogramSummary([of({ 0: 3 })])).toBe('3 steps report thinking; half of them thought nothing.');
    expect(histogramSummary([of({})])).toBe('No step reports how much was thought before it.');
  });
});
