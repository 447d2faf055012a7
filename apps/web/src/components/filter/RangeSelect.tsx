'use client';
import { Suspense, useState } from 'react';
import { later } from '../../lib/later.ts';
import { useTimeZone } from '../../lib/time/now.ts';
import { ALL_TIME, isRange, RELATIVE_RANGES, timeRangeLabel } from '../../lib/time/time-range.ts';
import styles from './filter.module.css';

const RangeDialog = later(async () => (await import('./RangeDialog.tsx')).RangeDialog);

const CUSTOM = 'custom';

/** Selects the time range, which applies to the start of traces. */
export function RangeSelect({ range, onChange }: { range: string; onChange: (range: string) => void }) {
  const [asking, setAsking] = useState(false);
  const timeZone = useTimeZone();
  const listed = range === ALL_TIME || RELATIVE_RANGES.some(({ value }) => value === range);
  const shown = isRange(range) ? range : ALL_TIME;
  return (
    <>
      <select
        aria-label="Range"
        className={styles.range}
        value={shown}
        onChange={(event) => (event.target.value === CUSTOM ? setAsking(true) : onChange(event.target.value))}
      >
        {RELATIVE_RANGES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value={ALL_TIME}>All time</option>
        {!listed && shown === range && <option value={range}>{timeRangeLabel(range, timeZone)}</option>}
        <option value={CUSTOM}>From … to …</option>
      </select>
      <Suspense>
        {asking && <RangeDialog range={range} onChange={onChange} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  );
}
