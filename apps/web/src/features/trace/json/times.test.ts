import { expect, it } from 'vitest';
import { timeOfNanos } from './times.ts';

it('reads the nanoseconds of OTLP, to the last digit', () => {
  const time = '2026-11-20T10:00:00.123456789Z';
  for (const key of ['startTimeUnixNano', 'observedTimeUnixNano', 'time_unix_nano'])
    expect(timeOfNanos(key, '1795168800123456789')).toBe(time);
  expect(timeOfNanos('endTimeUnixNano', '1795168800000000000')).toBe('2026-11-20T10:00:00.000000000Z');
});

it('reads no time in other fields, and none in values that are no time', () => {
  expect(timeOfNanos('orderId', '1795168800123456789')).toBeUndefined();
  expect(timeOfNanos(undefined, '1795168800123456789')).toBeUndefined();
  for (const value of ['0', '', 'soon', '1795168800', '0795168800123456789'])
    expect(timeOfNanos('timeUnixNano', value)).toBeUndefined();
});
