'use client';
import { absoluteTime, age } from '../../lib/figures/format.ts';
import { useNow } from '../../lib/time/now.ts';

/** `2 m`, or `2 m ago` with `ago`; the absolute time with its zone on hover. */
export function RelativeTime({ time, ago = false }: { time: Date; ago?: boolean }) {
  const now = useNow();
  const text = now === undefined ? '' : age(time, new Date(now));
  const suffix = ago && /^\d+ [smhd]$/.test(text) ? ' ago' : '';
  return (
    <time
      dateTime={time.toISOString()}
      title={now === undefined ? undefined : absoluteTime(time)}
      style={{ whiteSpace: 'nowrap' }}
    >
      {text}
      {suffix}
    </time>
  );
}
