import { describe, expect, it } from 'vitest';
import { costStateOf, costWords, hiddenOf, thinkingOf, reportedHidden, totalOf } from './cost-parts.ts';
import { partsOf } from './shown-parts.ts';

const NO_COST = { input: 0n, answer: 0n, readable: 0n, summary: 0n, noText: 0n, untold: 0n };
const counted = { costs: NO_COST, generationsUnpriced: 0, inputTokens: 0n, outputTokens: 0n };

describe('a cost of 0', () => {
  it('is an amount only where tokens were counted and their price is 0', () => {
    expect(costWords({ ...counted, inputTokens: 12n })).toBe('$0');
    expect(costStateOf({ ...counted, outputTokens: 12n })).toBe('amount');
  });

  it('is unknown where calls have no price, also beside calls that failed', () => {
    expect(costWords({ ...counted, inputTokens: 12n, outputTokens: 5n, generationsUnpriced: 1 })).toBe('no price');
  });

  it('is not "no price" when only a part of the usage was reported, because there may be a price', () => {
    const partly = 'only a part of the usage was reported';
    expect(costWords({ ...counted, inputTokens: 12n, generationsUnpriced: 1 })).toBe(partly);
    expect(costWords({ ...counted, outputTokens: 12n, generationsUnpriced: 2 })).toBe(partly);
  });

  it('is not "no price" when no tokens were reported that a price could apply to', () => {
    expect(costWords({ ...counted, generationsUnpriced: 1 })).toBe('usage not reported');
  });

  it('is of nothing where every call failed before a token was counted, or none was made', () => {
    expect(costWords(counted)).toBe('—');
  });
});

it('a cost that is known of some calls is so much at least', () => {
  const known = { ...counted, costs: { ...NO_COST, input: 20_000_000n } };
  expect(costWords(known)).toBe('$0.020');
  expect(costWords({ ...known, generationsUnpriced: 1 })).toBe('≥ $0.020');
});

describe('hidden thinking', () => {
  const paid = { ...NO_COST, answer: 5n };
  const told = { costs: paid, generations: 2, generationsReporting: 0, generationsInRuns: 0, runsCounted: 0 };

  it('is not known where no call says how much it thought, and that is not 0', () => {
    expect(reportedHidden(told)).toBeNull();
    expect(reportedHidden({ ...told, generationsInRuns: 2, runsCounted: 1 })).toBeNull();
  });

  it('is 0 where one says so, and what is there where it is', () => {
    expect(reportedHidden({ ...told, generationsReporting: 1 })).toBe(0n);
    expect(reportedHidden({ ...told, costs: { ...paid, summary: 7n } })).toBe(7n);
  });

  it('is 0 where nothing was called', () => {
    expect(reportedHidden({ ...told, costs: NO_COST, generations: 0 })).toBe(0n);
  });
});

it('thinking without a report on its text counts as thinking, and not as hidden', () => {
  const costs = { ...NO_COST, answer: 5n, untold: 20n, noText: 3n };
  expect([totalOf(costs), thinkingOf(costs), hiddenOf(costs)]).toEqual([28n, 23n, 3n]);
  expect(partsOf([NO_COST, costs]).map(({ key }) => key)).toContain('untold');
  expect(partsOf([NO_COST]).map(({ key }) => key)).not.toContain('untold');
});
