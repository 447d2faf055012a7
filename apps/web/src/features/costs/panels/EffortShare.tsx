// The cost of each reasoning effort, and its share of the total.
import { CostBar } from '../../../components/figures/CostBar.tsx';
import { shareOf } from '../../../lib/figures/format.ts';
import type { SpendOfCut } from '../answer.ts';
import styles from '../costs.module.css';
import { CutLink } from '../cuts/CutLink.tsx';
import { CutTable } from '../cuts/CutTable.tsx';
import { Total } from '../Headline.tsx';
import type { CostsPlace } from '../cuts/links.ts';
import { Note } from './Panel.tsx';
import { Share } from '../Share.tsx';
import { toSpend, type SpendUnit } from '../spend.ts';

interface EffortShareProps {
  rows: readonly SpendOfCut[];
  unit: SpendUnit;
  place: CostsPlace;
  tables: boolean;
}

export function EffortShare({ rows, unit, place, tables }: EffortShareProps) {
  const spends = rows.map((row) => ({ row, spend: toSpend(row, unit) }));
  const total = spends.reduce((sum, { spend }) => sum + spend.total, 0n);
  const most = spends.reduce((sum, { spend }) => (spend.total > sum ? spend.total : sum), 0n);
  return (
    <>
      <Note>The reasoning effort of the request, and its share of the total cost.</Note>
      {tables ? (
        <CutTable cut="effort" rows={rows} unit={unit} place={place} />
      ) : (
        <ul className={styles.shares}>
          {spends.map(({ row, spend }) => (
            <li key={row.key} className={styles.withAmount}>
              <CutLink place={place} cut="effort" name={row.key} />
              <CostBar parts={spend.parts} unit={unit} outOf={most} />
              <Total spend={spend} unit={unit} />
              <Share share={shareOf(spend.total, total)} calls={spend.sources} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
