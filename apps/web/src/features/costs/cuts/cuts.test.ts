import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../../lib/traces/trace-filter.ts';
import { isUnnamed, nameOf } from './cuts.ts';
import { bucketLabel, bucketsOf, histogramSummary } from '../panels/histogram.ts';
import { slowTracesOfCut, stepPath, tracesOfCut } from './links.ts';

const place = { project: 'shop', range: '30d', q: 'tag:night' };

describe('a row of a cut', () => {
  it('leads to its traces within the filter of the page', () => {
    const url = new URL(tracesOfCut(place, 'agent', 'night watch'), 'http://localhost');
    expect(Object.fromEntries(url.searchParams)).toEqual({ q: 'tag:night agent:"night watch"', range: '30d' });
  });

  it('leads to its slow traces, the slowest first', () => {
    const slow = (cut: 'model' | 'tool', key: string, atLeast: number) =>
      new URL(slowTracesOfCut(place, { cut, key, atLeast }), 'http://localhost').searchParams;
    expect(Object.fromEntries(slow('model', 'gpt-5.2', 1414.21))).toEqual({
      q: 'tag:night model:gpt-5.2 duration:>=1.414s',
      range: '30d',
      sort: 'duration',
    });
    expect(slow('tool', 'text_output', 2000).get('q')).toBe('tag:night duration:>=2s');
    expect(slow('tool', 'search', 0.7).get('q')).toBe('tag:night tool:search');
    for (const atLeast of [1414.21, 2000, 8.4e6])
      expect(parseFilter(slow('model', 'm', atLeast).get('q')!).every(({ condition }) => condition)).toBe(true);
  });

  it('without a name says so, and links to all', () => {
    expect([nameOf('effort', ''), nameOf('model', 'unknown'), nameOf('agent', 'unknown')]).toEqual([
      'effort not reported',
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

  it('is summed up in a sentence', () => {
    expect(histogramSummary([{ tokenHistogram: of({ 0: 3 }), reasoningTokens: 0n }])).toBe(
      '3 steps report thinking; half of them thought nothing.',
    );
    expect(histogramSummary([{ tokenHistogram: of({ 7: 1 }), reasoningTokens: 90n }])).toBe(
      '1 step reports thinking: 90 tokens.',
    );
    expect(histogramSummary([{ tokenHistogram: of({}), reasoningTokens: 0n }])).toBe(
      'No step reports thinking tokens.',
    );
  });
});
