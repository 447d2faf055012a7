import { expect, it } from 'vitest';
import { columnOf, intervalWords, latencyDays, middleOf } from './intervals.ts';

const interval = (from: number, to: number | null) => ({ from, to });
const RANGE = {
  from: new Date('2026-11-10T00:00:00Z'),
  to: new Date('2026-11-20T12:00:00Z'),
  now: new Date('2026-11-20T12:00:00Z'),
  timeZone: 'UTC',
};
const ONE_SECOND = { count: 3, p50: interval(1000, 1414), p95: interval(2000, 2828) };
const row = (key: string, fields: object) => ({
  ...{ key, provider: null, duration: null, firstToken: null, inferred: null },
  ...fields,
});

it('shows an interval by its middle on a logarithmic scale, and an open one by its lower bound', () => {
  expect(middleOf(interval(1000, 4000))).toBe(2000);
  expect(middleOf(interval(0, 1))).toBe(0.5);
  expect(middleOf(interval(8e6, null))).toBe(8e6);
});

it('says what is known of a percentile in words', () => {
  expect(intervalWords(interval(1000, 1414))).toBe('1.0 s to 1.4 s');
  expect(intervalWords(interval(0, 1))).toBe('less than 1 ms');
  expect(intervalWords(interval(1, 1.4))).toBe('about 1 ms');
  expect(intervalWords(interval(8_400_000, null))).toBe('at least 2 h 20 m');
});

it('has a column for each day from a week before the last one on, without a value where nothing ran', () => {
  const days = latencyDays([row('2026-11-18', { duration: ONE_SECOND })], RANGE);
  expect(days.map(({ day }) => day.measures.day)).toHaveLength(7);
  const columns = days.map((day) => columnOf(day, { project: 'p', range: '30d', q: 'tag:a' }));
  expect(columns.filter(({ values }) => 'p50' in values)).toEqual([
    {
      label: '18 Nov',
      href: expect.stringMatching(/^\/p\/p\/traces\?q=tag%3Aa&range=2026-11-1\d/),
      values: { p50: Math.sqrt(1000 * 1414), p95: Math.sqrt(2000 * 2828) },
      words: { p50: '1.0 s to 1.4 s', p95: '2.0 s to 2.8 s' },
    },
  ]);
  expect(columns.at(-1)).toMatchObject({ label: '20 Nov, so far', values: {} });
});

it('never mixes measured and inferred durations of tools', () => {
  const inferred = row('2026-11-18', { inferred: ONE_SECOND });
  const measured = row('2026-11-19', { duration: ONE_SECOND });
  const filled = (rows: Parameters<typeof latencyDays>[0]) =>
    latencyDays(rows, RANGE).flatMap(({ day, percentiles }) => (percentiles ? [day.measures.day] : []));
  expect(filled([inferred])).toEqual(['2026-11-18']);
  expect(filled([inferred, measured])).toEqual(['2026-11-19']);
});
