import { expect, it } from 'vitest';
import { verdictWords, type BilledDay, type BilledSeries } from '../../../lib/figures/billed-table.ts';
import { columnsOf, sumOf, unusualFirst } from './billed-days.ts';

const usual = { median: 4, from: 3.2, to: 5 };
const day = (number: number, more: Partial<BilledDay>): BilledDay => ({
  ...{ day: `2026-11-${String(number).padStart(2, '0')}`, steps: 30, tokens: 1000, bytes: 4000, bytesPerToken: 4 },
  ...{ usual, verdict: 'usual', notCompared: null, ...more },
});
const SERIES: BilledSeries = {
  ...{ model: 'a "model"', basis: 'verbatim' },
  days: [
    day(20, {}),
    day(22, { bytesPerToken: 2, bytes: 2000, verdict: 'less text' }),
    day(23, { steps: 3, usual: null, verdict: 'unknown', notCompared: 'few_model_calls' }),
  ],
};
const RANGE = {
  ...{ from: new Date('2026-11-20T00:00Z'), to: new Date('2026-11-27T00:00Z'), timeZone: 'America/Los_Angeles' },
  now: new Date('2026-11-27T00:00Z'),
};

it('makes a column of each day of UTC, where a day without anything to compare has no value', () => {
  const columns = columnsOf(SERIES, RANGE, { project: 'p', range: '7d', q: 'tool:x' });
  expect(columns.map(({ label, values }) => [label, values])).toEqual([
    ['20 Nov', { usual: 4 }],
    ['21 Nov', {}],
    ['22 Nov', { unusual: 2 }],
    ['23 Nov', { unknown: 4 }],
    ...['24 Nov', '25 Nov', '26 Nov'].map((label) => [label, {}]),
  ]);
  expect(columns[1]!.title).toBe('21 Nov: nothing to compare');
  expect(columns[2]).toMatchObject({
    title: '22 Nov, unusual: less text than on the days before (usual is 3.2 to 5)',
    words: { unusual: '2 bytes a token: 1,000 tokens billed, 2,000 bytes of text held, in 30 model calls' },
  });
  const link = new URL(columns[2]!.href, 'http://localhost').searchParams;
  expect(link.get('range')).toBe('2026-11-22T00:00:00.000Z..2026-11-23T00:00:00.000Z');
  expect(link.get('q')).toContain('model:');
});

it('says why a day is not compared, and never that it is usual then', () => {
  expect(SERIES.days.map(verdictWords)).toEqual([
    'usual (3.2 to 5)',
    'unusual: less text than on the days before (usual is 3.2 to 5)',
    'not compared: fewer than 20 model calls',
  ]);
  expect(verdictWords(day(1, { usual: null, verdict: 'unknown', notCompared: 'few_days_before' }))).toBe(
    'not compared: fewer than 7 days before',
  );
});

it('adds up the days of a model', () => {
  expect(sumOf(SERIES)).toEqual({ steps: 63, tokens: 3000, bytes: 10_000 });
});

it('puts models with unusual days first, and keeps the order of the others', () => {
  const calm = (model: string): BilledSeries => ({ ...SERIES, model, days: [day(20, {})] });
  const ordered = unusualFirst([calm('most'), calm('more'), { ...SERIES, model: 'unusual' }]);
  expect(ordered.map(({ model }) => model)).toEqual(['unusual', 'most', 'more']);
});
