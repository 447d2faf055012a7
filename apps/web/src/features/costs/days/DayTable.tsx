// Spend by day as a table, the accessible alternative to the chart.
import { Link } from '../../../components/controls/Link.tsx';
import { FigureTable, Heads } from '../../../components/tables/FigureTable.tsx';
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
    <FigureTable className={styles.table} label="Spend by day">
      <Heads left={['Day']} right={[...parts.map(({ label }) => label), 'total']} />
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
    </FigureTable>
  );
}
