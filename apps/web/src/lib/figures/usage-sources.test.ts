import { describe, expect, it } from 'vitest';
import { usageSources, runSourceWords } from './usage-sources.ts';
import { callsWords, coverageOf, coverageWords, unpricedWords } from './count-words.ts';

const calls = { generations: 3, runsCounted: 0, generationsInRuns: 0 };
const run = { generations: 3, runsCounted: 1, generationsInRuns: 3 };
const both = { generations: 5, runsCounted: 2, generationsInRuns: 3 };
const alone = { generations: 0, runsCounted: 1, generationsInRuns: 0 };

describe('the source of usage figures', () => {
  it('is every call, or a run in the place of its calls', () => {
    expect([calls, run, both, alone].map(usageSources)).toEqual([3, 1, 4, 1]);
  });

  it('covers the share of calls that report thinking, and nothing without calls', () => {
    expect(coverageOf({ ...calls, generationsReporting: 0 })).toBe(0);
    expect(coverageOf({ ...run, generationsReporting: 1 })).toBe(1);
    expect(coverageOf({ ...both, generationsReporting: 3 })).toBe(0.75);
    expect(coverageWords({ ...calls, generationsReporting: 0 })).toBe('0 %');
    // Calls whose usage is reported by a run that names another model.
    expect(coverageOf({ ...run, runsCounted: 0, generationsReporting: 0 })).toBeUndefined();
  });

  it('covers what has ended, and is not known yet for a streaming answer', () => {
    expect(coverageWords({ ...calls, generationsReporting: 0, awaited: 3 })).toBe('not known yet');
    expect(coverageWords({ ...calls, generationsReporting: 2, awaited: 1 })).toBe('100 %');
    expect(coverageWords({ ...calls, generationsReporting: 1, awaited: 1 })).toBe('50 %');
    // The sums were loaded before the steps, or after them.
    expect(coverageWords({ ...calls, generationsReporting: 3, awaited: 1 })).toBe('100 %');
    expect(coverageWords({ generations: 0, runsCounted: 0, generationsInRuns: 0, generationsReporting: 0 })).toBe('—');
  });

  it('is said in small words, and not where it is calls as always', () => {
    expect([calls, run, both, alone].map(runSourceWords)).toEqual([
      '',
      'reported by the run',
      'in part reported by 2 runs',
      'reported by the run',
    ]);
    expect([calls, run, both, alone].map(callsWords)).toEqual([
      '3 calls',
      '3 calls, counted as 1 run',
      '5 calls, 3 reported by a run, 2 runs',
      '1 run',
    ]);
    expect(callsWords({ ...run, runsCounted: 0 })).toBe('3 calls, reported by a run');
  });

  it('may have no price, as a call or as a run', () => {
    expect(unpricedWords({ ...calls, generationsUnpriced: 2 })).toBe('2 calls of unknown cost');
    expect(unpricedWords({ ...run, generationsUnpriced: 1 })).toBe('1 run of unknown cost');
    expect(unpricedWords({ ...both, generationsUnpriced: 2 })).toBe('2 calls or runs of unknown cost');
  });
});
