'use client';
import { absoluteTime } from '../../lib/figures/format.ts';
import { useTimeZone } from '../../lib/time/now.ts';
import styles from './numbers.module.css';

/**
 * `2026-11-02 10:02:07 UTC+1`. The server does not know the user's time zone, so it renders another one, with its name.
 */
export function AbsoluteTime({ time }: { time: Date }) {
  const timeZone = useTimeZone() ?? 'UTC';
  return (
    <time dateTime={time.toISOString()} className={styles.date}>
      {absoluteTime(time, timeZone)}
    </time>
  );
}
