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
});
