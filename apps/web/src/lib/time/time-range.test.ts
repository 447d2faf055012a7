import { expect, it } from 'vitest';
import { parseTimeRange, timeRangeLabel } from './time-range.ts';

const now = new Date('2026-11-21T10:20:30.500Z');

it('reads a relative range up to the end of the running minute', () => {
  expect(parseTimeRange('24h', now)).toEqual({
    from: new Date('2026-11-20T10:21:00Z'),
    to: new Date('2026-11-21T10:21:00Z'),
  });
});

it('reads two moments', () => {
  const range = parseTimeRange('2026-11-01..2026-11-03T12:00:00Z', now);
  expect(range).toEqual({ from: new Date('2026-11-01'), to: new Date('2026-11-03T12:00:00Z') });
});

it.each([
  '',
  '24',
  'yesterday',
  '2026-11-03..2026-11-01',
  '2026-11-01..',
  'a..b',
  '2026-01-01..2026-01-02..2026-01-03',
])('does not take %j for a range', (value) => expect(parseTimeRange(value, now)).toBeUndefined());

it('names itself', () => {
  expect(timeRangeLabel('7d')).toBe('Last 7 d');
  expect(timeRangeLabel('2026-11-01..2026-11-03')).toBe('2026-11-01 – 2026-11-03');
  expect(timeRangeLabel('7d', 'Asia/Kolkata')).toBe('Last 7 d');
  const day = '2026-11-18T18:30:00.000Z..2026-11-19T18:30:00.000Z';
  expect(timeRangeLabel(day, 'Asia/Kolkata')).toBe('2026-11-19 00:00 – 2026-11-20 00:00');
  expect(timeRangeLabel(day, 'Asia/Kathmandu')).toBe('2026-11-19 00:15 – 2026-11-20 00:15');
  expect(timeRangeLabel('2026-11-18T10:00Z..2026-11-18T12:30Z', 'UTC')).toBe('2026-11-18 10:00 – 2026-11-18 12:30');
});
