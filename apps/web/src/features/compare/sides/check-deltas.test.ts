import { expect, test } from 'vitest';
import type { TraceChecks } from '../../../lib/traces/check-figures.ts';
import { checkDeltas } from './check-deltas.ts';

const repeated = (findings: number, certain = findings) => [{ check: 'repeated', findings, certain }];
const checks = (given: Partial<TraceChecks> = {}): TraceChecks => ({
  ...{ state: 'checked', found: [], partly: [] },
  ...given,
});
const name = 'repeated';

test('findings of two runs are counted from the first to the second', () => {
  const two = checks({ found: repeated(2, 1) });
  expect(checkDeltas(checks(), two)).toEqual([{ name, a: '0', b: '2 (1 likely)', change: '+2' }]);
  expect(checkDeltas(two, checks())).toEqual([{ name, a: '2 (1 likely)', b: '0', change: '−2' }]);
  expect(checkDeltas(two, two)).toEqual([{ name, a: '2 (1 likely)', b: '2 (1 likely)', change: 'same' }]);
  expect(checkDeltas(checks(), checks())).toEqual([]);
});

test('a run that was not checked has not 0 findings', () => {
  const one = checks({ found: repeated(1) });
  expect(checkDeltas(checks({ state: 'due' }), one)).toEqual([{ name, a: 'not checked yet', b: '1', change: '—' }]);
  expect(checkDeltas(one, checks({ partly: ['repeated'] }))).toEqual([
    { name, a: '1', b: 'partly checked', change: '—' },
  ]);
  expect(checkDeltas(one, checks({ partly: ['circling'] }))).toEqual([{ name, a: '1', b: '0', change: '−1' }]);
});
