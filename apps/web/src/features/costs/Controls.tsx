'use client';
// What is shown: the range, dollars or tokens, charts or tables. All of it is in the URL.
import { RELATIVE_RANGES, timeRangeLabel } from '../../lib/time-range.ts';
import styles from './costs.module.css';
import { SPEND_UNITS } from './spend.ts';
import type { CostsParams, SetCostsParams } from './use-costs-params.ts';

const UNIT_LABELS = { usd: '$', tokens: 'tokens' } as const;

export function Controls({ params, setParams }: { params: CostsParams; setParams: SetCostsParams }) {
  const custom = !RELATIVE_RANGES.some(({ value }) => value === params.range);
  return (
    <div className={styles.controls}>
      <label>
        <span className="visually-hidden">Range</span>
        <select value={params.range} onChange={(event) => void setParams({ range: event.target.value })}>
          {RELATIVE_RANGES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {custom && <option value={params.range}>{timeRangeLabel(params.range)}</option>}
        </select>
      </label>
      <fieldset className={styles.units}>
        <legend className="visually-hidden">Unit</legend>
        {SPEND_UNITS.map((unit) => (
          <label key={unit}>
            <input type="radio" name="unit" checked={params.unit === unit} onChange={() => void setParams({ unit })} />
            {UNIT_LABELS[unit]}
          </label>
        ))}
      </fieldset>
      <label>
        <input
          type="checkbox"
          checked={params.tables}
          onChange={(event) => void setParams({ tables: event.target.checked })}
        />
        Tables
      </label>
    </div>
  );
}
