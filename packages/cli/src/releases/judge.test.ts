import { describe, expect, it } from 'vitest';
import type { Change, Comparison, Estimate } from './comparison.ts';
import { parseCondition } from './condition.ts';
import { judge } from './judge.ts';

const estimate = (
  value: number | null,
  [low, high]: readonly [number, number] | readonly [null, null] = [null, null],
  runs = 40,
): Estimate => ({
  ...{ value, low, high },
  runs: value === null ? 0 : runs,
  unknown_runs: value === null ? 40 : 0,
  most: null,
});

const partly = (value: number, most: number): Estimate => ({ ...estimate(value, [0, 1]), unknown_runs: 8, most });

const NO_CHANGE: Change = {
  ...{ difference: null, low: null, high: null, significant: null },
  ...{ relative: null, relative_low: null, relative_high: null },
};

const COMPARISON: Comparison = {
  url: 'https://subtext.example/p/shop/releases?a=1&b=2',
  a: { value: '<1> & "one"', runs: 40, capped: false, services: [], runs_url: '' },
  b: { value: '2\u0000', runs: 40, capped: false, services: [], runs_url: '' },
  figures: [
    {
      ...{ id: 'thinking', label: 'Thinking per model call', unit: 'tokens' },
      a: estimate(100, [90, 110]),
      b: estimate(150, [120, 190]),
      change: { ...NO_CHANGE, relative: 0.5, relative_low: 0.17, relative_high: 0.95, significant: true },
    },
    {
      id: 'hidden',
      label: 'Hidden',
      unit: 'share',
      a: estimate(0.2, [0.1, 0.3]),
      b: estimate(null),
      change: NO_CHANGE,
    },
    {
      ...{ id: 'errors', label: 'Runs with errors', unit: 'share', change: NO_CHANGE },
      ...{ a: estimate(0, [0, 0.09]), b: estimate(0.1, [0.04, 0.23]) },
    },
    {
      ...{ id: 'latency', label: 'Duration', unit: 'seconds', change: NO_CHANGE },
      ...{ a: estimate(2, [1, 3], 3), b: estimate(2, [1, 3], 3) },
    },
    {
      ...{ id: 'check:unsourced', label: 'Check unsourced', unit: 'share', change: NO_CHANGE },
      ...{ a: estimate(0, [0, 0.09]), b: estimate(0.025, [0.004, 0.13]) },
    },
    {
      ...{ id: 'check:repeated', label: 'Check repeated', unit: 'share', change: { ...NO_CHANGE, relative: 1 } },
      ...{ a: partly(0.1, 0.3), b: partly(0.2, 0.5) },
    },
    {
      ...{ id: 'check:circling', label: 'Check circling', unit: 'share', change: NO_CHANGE },
      ...{ a: partly(0, 0.3), b: partly(0, 0.3) },
    },
  ],
  tools: [
    {
      ...{ tool: 'read file', what: 'more', change_of_calls: NO_CHANGE },
      a: { share_of_runs: estimate(1), calls_per_run: estimate(1) },
      b: { share_of_runs: estimate(1), calls_per_run: estimate(2) },
    },
  ],
  pairs: { pairs: 0, tasks: 0, same: 0, forks: [] },
};

const judged = (text: string, { significant = false, minRuns = 5, acceptsPartly = false } = {}) =>
  judge(COMPARISON, parseCondition(text), { significant, minRuns, acceptsPartly });
const stateOf = (...of: Parameters<typeof judged>) => judged(...of).state;

describe('a condition', () => {
  it.each([
    ['thinking > +30%', 'failed'],
    ['thinking > +50%', 'passed'],
    ['thinking >= +50%', 'failed'],
    ['thinking < -10%', 'passed'],
    ['thinking > 149', 'failed'],
    ['errors > 5%', 'failed'],
    ['errors > +900%', 'failed'],
    ['check:unsourced > 0', 'failed'],
    ['"calls:read file" > 2', 'passed'],
    ['"calls:read file" >= 2', 'failed'],
  ] as const)('%s: %s', (text, state) => {
    expect(stateOf(text)).toBe(state);
  });

  it.each([
    '"calls:raed file" > 2',
    'hidden > 10%',
    'latency > 1s',
    'score:quality < 0.5',
    'check:no-such-check > 0',
    'cost > +1%',
  ])('%s is unknown, never passed', (text) => {
    expect(stateOf(text)).toBe('unknown');
  });

  it('with --significant fails only if the whole interval is beyond the threshold', () => {
    expect(stateOf('thinking > +10%', { significant: true })).toBe('failed');
    expect(stateOf('thinking > +30%', { significant: true })).toBe('passed');
    expect(stateOf('errors > +10%', { significant: true })).toBe('unknown');
    expect(judged('thinking > +30%').message).toContain('Not significant');
  });

  it('names the tools that were called, when its own was not', () => {
    expect(judged('"calls:raed file" > 2').message).toContain('called the tool "raed file". They called read file.');
  });

  it.each([
    ['check:repeated > 10%', 'failed'],
    ['check:repeated > 60%', 'passed'],
    ['check:repeated > 30%', 'unknown'],
    ['check:repeated < 40%', 'unknown'],
    ['check:repeated > +10%', 'unknown'],
    ['check:repeated > +500%', 'passed'],
    ['check:repeated < -50%', 'passed'],
    ['check:circling > 0', 'unknown'],
    ['check:circling > +10%', 'unknown'],
  ] as const)(
    'is not decided by runs that were looked at only in part, if they could change it: %s: %s',
    (text, state) => {
      expect(stateOf(text)).toBe(state);
      if (state === 'unknown') expect(judged(text).message).toContain('Not known for 8 runs of A and 8 runs of B.');
    },
  );

  it('is decided by what was seen of them when that is accepted', () => {
    expect(stateOf('check:circling > 0', { acceptsPartly: true })).toBe('passed');
    expect(stateOf('check:repeated > +10%', { acceptsPartly: true })).toBe('failed');
  });

  it('is decided of fewer runs only if asked to', () => {
    expect(stateOf('latency > 1s', { minRuns: 3 })).toBe('failed');
  });

  it.each([
    ['', 'is no condition'],
    ['thinking', 'is no condition'],
    ['thinking = 3', 'is no condition'],
    ['thoughts > 3', 'is no figure'],
    ['__proto__ > 3', 'is no figure'],
    ['calls: > 3', 'is no'],
    ['thinking > 30%', 'needs a sign'],
    ['thinking > +30', 'is no threshold'],
    ['thinking > $3', 'is dollars'],
    ['cost > 3s', 'is a time'],
    ['cost > 3; errors > 1', 'is no condition'],
  ])('%j is refused: %s', (text, problem) => {
    expect(() => parseCondition(text)).toThrow(problem);
  });

  it('has a threshold in the unit of its figure', () => {
    const threshold = (text: string) => parseCondition(text).threshold;
    expect([threshold('latency>250ms'), threshold('latency < 2m'), threshold('cost > $0.05')]).toEqual([
      0.25, 120, 0.05,
    ]);
    expect(parseCondition('"score:tone of voice=rude" >= 2%')).toMatchObject({
      ...{ figure: 'score:tone of voice=rude', operator: '>=', threshold: 0.02, isRelative: false },
    });
  });
});
