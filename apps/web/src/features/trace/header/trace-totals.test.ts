import { expect, it } from 'vitest';
import { call, span, timeline } from '../testing/timelines.ts';
import { uncountedRuns } from './TraceTotals.tsx';

it('counts the runs that stand on the page beyond the steps of lists', () => {
  const ran = { describedBy: 'execution', tool: 'search', status: 'ok' } as const;
  const page = timeline({
    spans: [span('g1'), span('t1', { kind: 'tool' }), span('t2', { kind: 'tool' })],
    calls: [
      call('g1', 0, { callId: 1, tool: 'search' }),
      call('t1', 0, { ...ran, callId: 1 }),
      call('t2', 0, { ...ran, callId: 2 }),
    ],
  });
  expect(page.steps.map(({ kind }) => kind).sort()).toEqual(['calls', 'run']);
  expect(uncountedRuns(page, 1)).toBe(1);
  // Steps of a response that is stored but not loaded, or the other way round, are not runs.
  expect(uncountedRuns(page, 2)).toBe(0);
  expect(uncountedRuns(page, 7)).toBe(0);
  expect(uncountedRuns(page, 0)).toBe(1);
});
