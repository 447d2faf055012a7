import { expect, test } from 'vitest';
import { ANY_CHECK, releaseFigures, type FiguredChecks, type FiguredRun } from './release-figures.ts';

const run = (id: string): FiguredRun => ({
  ...{ id, generations: 1, generationsReporting: 1, runsCounted: 0, calls: 1, errors: 0 },
  ...{ thinkingTokens: 10, hiddenTokens: 0, cost: 1, seconds: 1 },
});

/** The share of runs with a finding, when each run is checked so. */
function shareOf(id: string, runs: readonly Partial<FiguredChecks>[]) {
  const ids = runs.map((_, index) => String(index));
  const ofRuns = new Map(ids.map((key, at) => [key, { isChecked: true, found: [], partly: [], ...runs[at] }]));
  const figures = releaseFigures({ runs: ids.map(run), scores: [], checks: { ids: ['repeated'], ofRuns } });
  return figures.find((figure) => figure.id === id)!.estimate;
}

const found = { found: ['repeated'] };
const partly = { partly: ['repeated'] };

test('the share of runs with findings is of all that were checked', () => {
  expect(shareOf('check:repeated', [found, {}, {}, {}])).toMatchObject({ value: 0.25, runs: 4, unknown: 0 });
  expect(shareOf('check:repeated', [found, {}, {}, {}])).not.toHaveProperty('most');
  expect(shareOf('check:repeated', [found, {}, { isChecked: false }])).toMatchObject({
    value: 0.5,
    runs: 2,
    unknown: 1,
  });
});

test('runs that were not looked at as a whole make it a lower bound, and never only those with findings', () => {
  const estimate = shareOf('check:repeated', [{ ...found, ...partly }, partly, partly, partly]);
  expect(estimate).toMatchObject({ value: 0.25, runs: 4, unknown: 3, most: 1 });
});

test('when no run was looked at as a whole and nothing was found, it is not known', () => {
  expect(shareOf('check:repeated', [partly, partly])).toMatchObject({ value: null, unknown: 2 });
  expect(shareOf('check:repeated', [{ isChecked: false }])).toMatchObject({ value: null, unknown: 1 });
});

test('what thinking cost again is no finding of a fault', () => {
  expect(shareOf(ANY_CHECK, [{ found: ['cost-of-remembering'] }, found])).toMatchObject({ value: 0.5 });
});
