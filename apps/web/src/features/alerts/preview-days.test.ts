import { expect, it } from 'vitest';
import { daysOf, previewSentence } from './preview-days.ts';

const point = (at: string, value: number | null, state: 'ok' | 'firing' | 'no_data') => ({
  ...{ at: new Date(at), value, compared: null, state },
});

const POINTS = [
  point('2026-11-20T22:00:00Z', 2, 'ok'),
  point('2026-11-20T23:00:00Z', 9, 'firing'),
  point('2026-11-21T00:00:00Z', null, 'no_data'),
];

it('shows the value of a day that is nearest to the condition', () => {
  expect(daysOf({ points: POINTS }, 'above')).toEqual([
    { day: '2026-11-20', value: 9, isFiring: true },
    { day: '2026-11-21', value: null, isFiring: false },
  ]);
  expect(daysOf({ points: POINTS }, 'below')[0]?.value).toBe(2);
});

it('says how often and how long, and what is not known', () => {
  const firings = [{ from: POINTS[1]!.at, to: null, value: 9, compared: null }];
  const sentence = (points: typeof POINTS, fired: typeof firings) =>
    previewSentence({ condition: '', points, firings: fired });
  expect(sentence(POINTS, firings)).toBe(
    'It would have fired once over the last 30 days, for 1 hour in all. For 1 hour there is no data.',
  );
  expect(sentence(POINTS.slice(0, 1), [])).toBe('It would not have fired over the last 30 days.');
  expect(sentence(POINTS.slice(2), [])).toContain('No full hour of the last 30 days has data');
});
