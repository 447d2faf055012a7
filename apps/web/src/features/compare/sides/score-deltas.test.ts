import { expect, it } from 'vitest';
import type { ScoreSummary, TraceScores } from '../../../lib/traces/score-figures.ts';
import { scoreDeltas } from './score-deltas.ts';

const scores = (...all: (Partial<ScoreSummary> & { name: string })[]): TraceScores => ({
  scores: all.map((one) => ({ count: 1, up: 0, down: 0, numbers: null, categories: [], moreCategories: 0, ...one })),
  more: 0,
});
const at = (number: number) => ({ least: number, most: number, mean: number });

it('compares numbers by how far they are apart, and other values by whether they are the same', () => {
  const a = scores(
    { name: 'quality', numbers: at(0.9) },
    { name: 'tone', categories: ['rude'] },
    { name: 'helpful', up: 1 },
  );
  const b = scores(
    { name: 'quality', numbers: at(0.5) },
    { name: 'tone', categories: ['kind'] },
    { name: 'helpful', up: 1 },
  );
  expect(scoreDeltas(a, b)).toEqual([
    { name: 'helpful', a: 'up', b: 'up', change: 'same' },
    { name: 'quality', a: '0.9', b: '0.5', change: '−0.4' },
    { name: 'tone', a: 'rude', b: 'kind', change: 'differs' },
  ]);
});

it('has no difference where a run was not scored, which is not 0', () => {
  expect(scoreDeltas(scores(), scores({ name: 'quality', numbers: at(0) }))).toEqual([
    { name: 'quality', a: 'not scored', b: '0', change: '—' },
  ]);
  expect(scoreDeltas(scores(), scores())).toEqual([]);
  const cut = { ...scores(), more: 3 };
  expect(scoreDeltas(cut, scores({ name: 'quality', numbers: at(1) }))[0]?.a).toBe('…');
});
