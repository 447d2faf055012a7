'use client';
// The range of a page that sums up what was in it: those of the lists without all of the time, or two moments.
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useTimeZone } from '../../lib/time/now.ts';
import { RELATIVE_RANGES, timeRangeLabel } from '../../lib/time/time-range.ts';

const RangeDialog = dynamic(async () => (await import('./RangeDialog.tsx')).RangeDialog);

const ASK = 'custom';

interface RangeMenuProps {
  /** What the range is of, for the dialog, such as "Costs". */
  what: string;
  range: string;
  onRange: (range: string) => void;
}

/** The ranges of the lists, without "all time", which has more days than fit into a chart. */
export function RangeMenu({ what, range, onRange }: RangeMenuProps) {
  const [asking, setAsking] = useState(false);
  const timeZone = useTimeZone();
  const custom = !RELATIVE_RANGES.some(({ value }) => value === range);
  return (
    <>
      <select
        aria-label="Range"
        value={range}
        onChange={(event) => (event.target.value === ASK ? setAsking(true) : onRange(event.target.value))}
      >
        {RELATIVE_RANGES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {custom && <option value={range}>{timeRangeLabel(range, timeZone)}</option>}
        <option value={ASK}>From … to …</option>
      </select>
      {asking && <RangeDialog range={range} what={what} onChange={onRange} onClose={() => setAsking(false)} />}
    </>
  );
}
