// Which score is looked at, and which of its values are good.
import { drawnText } from '../../../lib/text/visible-text.ts';
import styles from '../costs.module.css';
import type { SpendOfScore } from '../answer.ts';
import type { SetCostsParams } from '../use-costs-params.ts';
import type { GoodRule } from './good-runs.ts';

interface GoodControlsProps {
  name: string;
  names: readonly string[];
  rule: GoodRule;
  rows: readonly SpendOfScore[];
  setParams: SetCostsParams;
}

export function GoodControls({ name, names, rule: { least, categories }, rows, setParams }: GoodControlsProps) {
  const hasNumbers = rows.some(({ outcome }) => outcome === 'good' || outcome === 'low');
  const named = rows.flatMap(({ category }) => category ?? []);
  const toggle = (category: string) =>
    categories.includes(category) ? categories.filter((one) => one !== category) : [...categories, category];
  return (
    <div className={styles.controls}>
      <label>
        Score
        <select value={name} onChange={(event) => void setParams({ score: event.target.value, good: null })}>
          {names.map((one) => (
            <option key={one} value={one}>
              {drawnText(one)}
            </option>
          ))}
        </select>
      </label>
      {hasNumbers && (
        <label>
          Good from
          <input
            key={least}
            type="number"
            step="any"
            defaultValue={least}
            className={styles.threshold}
            onChange={(event) => {
              const number = event.target.valueAsNumber;
              if (Number.isFinite(number)) void setParams({ least: number });
            }}
          />
        </label>
      )}
      {named.length > 0 && (
        <fieldset className={styles.units}>
          <legend className="visually-hidden">Good categories</legend>
          <span aria-hidden>Good:</span>
          {named.map((category) => (
            <label key={category}>
              <input
                type="checkbox"
                checked={categories.includes(category)}
                onChange={() => void setParams({ good: toggle(category) })}
              />
              {drawnText(category)}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
