// Spend by day as a table, the accessible alternative to the chart.
import { Link } from '../../../components/controls/Link.tsx';
import { partsOf } from '../../../lib/figures/shown-parts.ts';
import styles from '../costs.module.css';
import { dayLabel, type ChartDay } from './days.ts';
import { Part, Total } from '../Headline.tsx';
import { tracesOfDay, type CostsPlace } from '../cuts/links.ts';
import { toSpend, type SpendUnit } from '../spend.ts';

interface DayTableProps {
  days: readonly ChartDay[];
  unit: SpendUnit;
  place: CostsPlace;
}

export function DayTable({ days, unit, place }: DayTableProps) {
  const parts = partsOf(days.map(({ measures }) => toSpend(measures, unit).parts));
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Spend by day, table">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {parts.map(({ key, label }) => (
              <th key={key} scope="col" className={styles.number}>
                {label}
              </th>
            ))}
            <th scope="col" className={styles.number}>
              total
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => {
            const spend = toSpend(day.measures, unit);
            return (
              <tr key={day.measures.day}>
                <th scope="row">
                  <Link href={tracesOfDay(place, day.measures.day)} className={styles.name}>
                    {dayLabel(day)}
                  </Link>
                </th>
                {parts.map(({ key }) => (
                  <td key={key} className={styles.number}>
                    <Part spend={spend} value={spend.parts[key]} unit={unit} />
                  </td>
                ))}
                <td className={styles.number}>
                  <Total spend={spend} unit={unit} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
