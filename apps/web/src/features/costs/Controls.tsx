'use client';
// The controls of the screen: filter, range, grouping, dollars or tokens, charts or tables. All of their state is in
// the URL.
import type { ReactNode } from 'react';
import { FilterBar } from '../../components/filter/FilterBar.tsx';
import { RangeMenu } from '../../components/filter/RangeMenu.tsx';
import { useFacets } from '../../components/filter/use-facets.ts';
import styles from './costs.module.css';
import { CUT_WORDS, CUTS, type Cut } from './cuts/cuts.ts';
import { SPEND_UNITS } from './spend.ts';
import type { CostsParams, SetCostsParams } from './use-costs-params.ts';

const UNIT_LABELS = { usd: '$', tokens: 'tokens' } as const;

interface ControlsProps {
  project: string;
  params: CostsParams;
  setParams: SetCostsParams;
  /** Buttons that use the loaded data, such as saving it. */
  children?: ReactNode;
}

export function Controls({ project, params, setParams, children }: ControlsProps) {
  return (
    <>
      <div className={styles.controls}>
        <RangeMenu what="Costs" range={params.range} onRange={(range) => void setParams({ range })} />
        <label>
          by
          <select
            aria-label="Cut by"
            value={params.by}
            onChange={(event) => void setParams({ by: event.target.value as Cut })}
          >
            {CUTS.map((cut) => (
              <option key={cut} value={cut}>
                {CUT_WORDS[cut].label}
              </option>
            ))}
          </select>
        </label>
        <fieldset className={styles.units}>
          <legend className="visually-hidden">Unit</legend>
          {SPEND_UNITS.map((unit) => (
            <label key={unit}>
              <input
                type="radio"
                name="unit"
                checked={params.unit === unit}
                onChange={() => void setParams({ unit })}
              />
              {UNIT_LABELS[unit]}
            </label>
          ))}
        </fieldset>
        <TablesSwitch checked={params.tables} onChange={(tables) => void setParams({ tables })} />
        {children}
      </div>
      <CostsFilter label="Filter costs" project={project} params={params} onChange={(q) => void setParams({ q })} />
    </>
  );
}

interface TablesSwitchProps {
  checked: boolean;
  onChange: (tables: boolean) => void;
}

export const TablesSwitch = ({ checked, onChange }: TablesSwitchProps) => (
  <label>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    Tables
  </label>
);

interface CostsFilterProps {
  label: string;
  project: string;
  params: Pick<CostsParams, 'q' | 'range'>;
  onChange: (q: string | null) => void;
}

export function CostsFilter({ label, project, params, onChange }: CostsFilterProps) {
  const facets = useFacets(project, params);
  return (
    <div className={styles.filter}>
      <FilterBar
        label={label}
        placeholder="Pick a filter: model, agent, session, tag…"
        value={params.q}
        onChange={(q) => onChange(q || null)}
        facets={facets}
      />
    </div>
  );
}
