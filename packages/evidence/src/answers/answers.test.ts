import { describe, expect, it } from 'vitest';
import { compareAnswers, ratioOf, shareOf, summarize, unsourcedValues, type MeasuredAnswer } from './index.ts';
import { indexSeen } from '../origins/index.ts';

const call = (name: string, args: unknown) => ({ name, arguments: args });

describe('the action of an answer', () => {
  it('is the same without any call in both, and different when only one calls', () => {
    expect(compareAnswers([], [])).toEqual({ isSameCall: true, arguments: undefined });
    expect(compareAnswers([call('a', {})], [])).toEqual({ isSameCall: false, arguments: undefined });
    expect(compareAnswers([call('a', {})], [call('a', {}), call('a', {})]).isSameCall).toBe(false);
  });

  it.each([
    ['the order of keys', { a: 1, b: [2, { c: 3 }] }, { b: [2, { c: 3 }], a: 1 }, 'exact'],
    ['a number as text', { amount: 12.5 }, { amount: '12.50' }, 'normalized'],
    ['case and white space', { city: 'New  York' }, { city: 'new york' }, 'normalized'],
    ['another value', { city: 'Oslo' }, { city: 'Bergen' }, 'different'],
    ['a part of a longer text', { q: 'tide tables' }, { q: 'tide tables of Oslo' }, 'different'],
    ['a value more', { q: 'x1' }, { q: 'x1', limit: 5 }, 'different'],
    ['a value at another path', { from: 'Oslo', to: 'Bergen' }, { from: 'Bergen', to: 'Oslo' }, 'different'],
    ['true and 1', { flag: true }, { flag: 1 }, 'different'],
  ] as const)('has arguments that differ by %s', (...[, recorded, answer, match]) => {
    expect(compareAnswers([call('t', recorded)], [call('t', answer)])).toEqual({ isSameCall: true, arguments: match });
    expect(compareAnswers([call('t', answer)], [call('t', recorded)]).arguments).toBe(match);
  });

  it('ignores the order of calls that are requested together', () => {
    const calls = [call('a', { id: 1 }), call('b', {}), call('a', { id: 2 })];
    expect(compareAnswers(calls, calls.toReversed()).arguments).toBe('exact');
  });

  it('survives nesting that no recursion could follow', () => {
    let deep: unknown = 1;
    for (let at = 0; at < 100_000; at += 1) deep = [deep];
    expect(compareAnswers([call('a', deep)], [call('a', structuredCloneless(deep))]).isSameCall).toBe(true);
  });
});

/** Another value of the same depth, without recursion. */
function structuredCloneless(value: unknown): unknown {
  let depth = 0;
  for (let at = value; Array.isArray(at); at = at[0]) depth += 1;
  let copy: unknown = 1;
  for (let at = 0; at < depth; at += 1) copy = [copy];
  return copy;
}

it('counts the values that are nowhere in what was seen', () => {
  const seen = indexSeen([{ kind: 'user', text: 'Refund order 4711, please.' }]);
  expect(unsourcedValues([call('refund', { order: '4711' })], seen, [])).toBe(0);
  expect(unsourcedValues([call('refund', { order: '9999' })], seen, [])).toBe(1);
  const cut = indexSeen([{ kind: 'user', text: 'Refund', isIncomplete: true }]);
  expect(unsourcedValues([call('refund', { order: '9999' })], cut, [])).toBeUndefined();
});

describe('a share', () => {
  it('of independent answers is the interval of Wilson', () => {
    const steps = Array.from({ length: 100 }, (_, index) => ({ hits: index < 94 ? 1 : 0, answers: 1 }));
    const { value, low, high } = shareOf(steps)!;
    // By the formula, for 94 of 100.
    expect([value, low, high].map((one) => one.toFixed(3))).toEqual(['0.940', '0.875', '0.972']);
  });

  it('is no narrower when every step is asked again and answers alike', () => {
    const once = Array.from({ length: 50 }, (_, index) => ({ hits: index < 40 ? 1 : 0, answers: 1 }));
    const thrice = once.map(({ hits }) => ({ hits: hits * 3, answers: 3 }));
    const [one, three] = [shareOf(once)!, shareOf(thrice)!];
    expect(three.high - three.low).toBeCloseTo(one.high - one.low, 2);
    expect(three.answers).toBe(150);
  });

  it('is narrower when repetitions vary by themselves', () => {
    const mixed = Array.from({ length: 50 }, () => ({ hits: 2, answers: 4 }));
    const alone = Array.from({ length: 50 }, (_, index) => ({ hits: index % 2, answers: 1 }));
    expect(width(shareOf(mixed)!)).toBeLessThan(width(shareOf(alone)!));
  });

  it('of all is not certain: the number of steps counts', () => {
    const { value, low, high } = shareOf(Array.from({ length: 20 }, () => ({ hits: 5, answers: 5 })))!;
    expect([value, high]).toEqual([1, 1]);
    expect(low).toBeCloseTo(0.839, 3);
    expect(shareOf([])).toBeUndefined();
  });

  /** Seeded, so that it is the same each time. */
  it('contains the true share in about 95 of 100 experiments, with steps that differ', () => {
    let state = 42;
    const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    let covered = 0;
    const [rounds, chances] = [2_000, [0.6, 0.9, 1]];
    const truth = chances.reduce((sum, chance) => sum + chance, 0) / chances.length;
    for (let round = 0; round < rounds; round += 1) {
      const steps = Array.from({ length: 60 }, () => {
        const chance = chances[Math.floor(random() * chances.length)]!;
        return { hits: [0, 1, 2].filter(() => random() < chance).length, answers: 3 };
      });
      const { low, high } = shareOf(steps)!;
      if (low <= truth && truth <= high) covered += 1;
    }
    expect(covered / rounds).toBeGreaterThan(0.93);
    expect(covered / rounds).toBeLessThan(0.99);
  });
});

const width = ({ low, high }: { low: number; high: number }) => high - low;

describe('a ratio', () => {
  it('is the sum over the sum, and certain where every step has the same', () => {
    const same = ratioOf([
      { variant: 1, reference: 4 },
      { variant: 2, reference: 8 },
    ])!;
    expect(same).toMatchObject({ value: 0.25, low: 0.25, high: 0.25, steps: 2 });
    const varied = ratioOf([
      { variant: 1, reference: 4 },
      { variant: 3, reference: 4 },
    ])!;
    expect(varied.value).toBe(0.5);
    expect(varied.high).toBeGreaterThan(0.6);
  });

  it('is unknown without a reference, and open with one step', () => {
    expect(ratioOf([])).toBeUndefined();
    expect(ratioOf([{ variant: 1, reference: 0 }])).toBeUndefined();
    expect(ratioOf([{ variant: 1, reference: 2 }])).toMatchObject({ value: 0.5, low: 0, high: Infinity });
  });
});

it('compares with the baseline where there is one, else with the record, and never counts what is not reported', () => {
  const steps = ['a', 'b'].map((step) => ({ step, cost: 100, outputTokens: 10, reasoningTokens: 8, durationMs: 10 }));
  const answer = (more: Partial<MeasuredAnswer>): MeasuredAnswer => ({
    ...{ step: 'a', arm: 0, state: 'answered', isSameCall: true, argumentsMatch: 'exact', cost: 50 },
    ...{ outputTokens: 5, reasoningTokens: 4, latencyMs: 5, unsourced: 0, recordedUnsourced: 0 },
    ...more,
  });
  const answers = [
    answer({}),
    answer({ step: 'b' }),
    answer({ arm: 1, cost: 25 }),
    answer({ arm: 1, step: 'b', cost: null, isSameCall: false, argumentsMatch: null, unsourced: 2 }),
    answer({ arm: 1, step: 'b', state: 'failed', isSameCall: null, cost: null }),
  ];
  const [baseline, variant] = summarize({ steps, answers, arms: 2, baseline: 0 });
  expect(baseline!.cost!.value).toBe(0.5);
  expect(variant).toMatchObject({ answered: 2, failed: 1, steps: 2, sameCall: { value: 0.5 } });
  expect(variant!.cost).toMatchObject({ value: 0.5, steps: 1 });
  expect(variant!.moreUnsourced!.value).toBe(0.5);
  expect(summarize({ steps, answers, arms: 2, baseline: undefined })[1]!.cost!.value).toBe(0.25);
});
