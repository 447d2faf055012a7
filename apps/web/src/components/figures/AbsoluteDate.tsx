'use client';
import { absoluteTime } from '../../lib/figures/format.ts';
import { useTimeZone } from '../../lib/time/now.ts';
import styles from './numbers.module.css';

/** `2026-11-02`; the time with its zone on hover. */
export function AbsoluteDate({ time }: { time: Date }) {
  const moment = absoluteTime(time, useTimeZone() ?? 'UTC');
  return (
    <time dateTime={time.toISOString()} title={moment} className={styles.date}>
      {moment.slice(0, 10)}
    </time>
  );
}
