import { describe, expect, it } from 'vitest';
import { comparePairs, comparePaths, compareTools, type PathRun } from './release-paths.ts';

/** `'search,read+read,answer'`: the calls of each response; `+` joins calls of one response. */
const run = (id: string, steps: string, more: Partial<PathRun> = {}): PathRun => ({
  ...{ id, task: 'refund', cost: 1e9 },
  calls: steps.split(',').flatMap((step, index) =>
    step.split('+').map((tool) => ({
      ...{ spanId: `${id}${index}`, tool, isAnswer: tool === 'answer', thinkingTokens: 10, thinkingCost: 1e6 },
    })),
  ),
  ...more,
});

const many = (count: number, steps: string, more: Partial<PathRun> = {}) =>
  Array.from({ length: count }, (_, index) => run(`${steps}${index}`, steps, more));

describe('tools', () => {
  it('appear, vanish, and are called more, with the thinking before them', () => {
    const a = many(20, 'search,lookup,answer');
    const b = many(20, 'search,search,search,verify,answer');
    const found = compareTools({ a, b }).map(({ tool, what }) => [tool, what]);
    expect(found).toEqual([
      ['lookup', 'vanished'],
      ['verify', 'appeared'],
      ['search', 'more'],
    ]);
    const [, verify] = compareTools({ a, b });
    expect(verify!.b.thinkingPerRun.value).toBeCloseTo(0.001);
    expect(verify!.b.share).toMatchObject({ value: 1, runs: 20 });
  });

  it('of few runs may be the same', () => {
    const a = [run('1', 'search,answer'), run('2', 'search,search,answer')];
    const b = [run('3', 'search,search,answer'), run('4', 'search,answer')];
    expect(compareTools({ a, b })).toMatchObject([{ tool: 'search', what: 'same' }]);
  });

  it('with unknown thinking have none, not 0', () => {
    const calls = [{ spanId: 's', tool: 'search', isAnswer: false, thinkingTokens: null, thinkingCost: null }];
    const unknown = many(3, 'search', { calls });
    const [search] = compareTools({ a: unknown, b: unknown });
    expect(search!.a.thinkingPerCall).toMatchObject({ value: null, unknown: 3 });
    expect(search!.a.thinkingPerRun).toMatchObject({ value: null, unknown: 3 });
    const rarely = [...unknown, ...many(9, 'answer')];
    expect(compareTools({ a: rarely, b: rarely })[0]!.a.thinkingPerRun).toMatchObject({ value: null, unknown: 3 });
  });
});

describe('pairs of runs with the same input', () => {
  it('part first where they call other tools, and say how often and at what cost', () => {
    const a = many(10, 'search,read,refund,answer');
    const b = [...many(6, 'search,verify,refund,answer', { cost: 3e9 }), ...many(4, 'search,read,refund,answer')];
    const { pairs, tasks, same, forks } = comparePairs({ a, b });
    expect([pairs, tasks, same]).toEqual([10, 1, 4]);
    expect(forks).toMatchObject([{ a: ['read'], b: ['verify'], firstStep: 2, lastStep: 2, share: { value: 0.6 } }]);
    expect(forks[0]!.costDifference).toMatchObject({ value: 2, runs: 6, unknown: 0 });
  });

  it('are none without the same input, and each run is in one pair', () => {
    const a = many(3, 'search', { task: 'x' });
    expect(comparePairs({ a, b: many(3, 'search', { task: null }) })).toMatchObject({ pairs: 0, forks: [] });
    expect(comparePairs({ a, b: many(2, 'search', { task: 'x' }) }).pairs).toBe(2);
  });

  it('keep costs that are not known out of the difference', () => {
    const { forks } = comparePairs({ a: many(2, 'search', { cost: null }), b: many(2, 'read') });
    expect(forks[0]!.costDifference).toMatchObject({ value: null, unknown: 2 });
  });
});

it('counts a tool that is called again and again once in a path', () => {
  const a = [run('1', 'search,search,read,answer'), run('2', 'search,read+read,answer')];
  const paths = comparePaths({ a, b: [run('3', 'search,read,answer')] });
  expect(paths.map(({ steps, a: ofA, b: ofB }) => [steps, ofA.value, ofB.value])).toEqual([
    [[['search'], ['read']], 0.5, 1],
    [[['search'], ['read', 'read']], 0.5, 0],
  ]);
});
