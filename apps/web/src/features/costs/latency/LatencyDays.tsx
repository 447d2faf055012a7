'use client';
// p50 and p95 by day, as columns or as a table.
import { timeFromStart } from '../../../lib/figures/format.ts';
import { ChartLegend } from '../../../components/chart/ChartLegend.tsx';
import { Link } from '../../../components/controls/Link.tsx';
import { FigureTable, Heads } from '../../../components/tables/FigureTable.tsx';
import type { LatencyRow } from '../answer.ts';
import styles from '../costs.module.css';
import { tracesOfDay, type CostsPlace } from '../cuts/links.ts';
import { dayLabel, daysOf, type DaysRange } from '../days/days.ts';
import { ColumnChart } from '../days/DaysChart.tsx';
import { Note } from '../panels/Panel.tsx';
import { columnOf, latencyDays, type LatencyDay } from './intervals.ts';
import { Figures } from './LatencyTable.tsx';

const SERIES = [
  { key: 'p50', label: 'p50', fill: 'var(--part-answer)' },
  // Hollow, because a difference in color alone is not accessible.
  { key: 'p95', label: 'p95', fill: 'var(--surface)', stroke: 'var(--part-answer)' },
];

interface LatencyDaysProps {
  rows: readonly LatencyRow[];
  range: DaysRange;
  place: CostsPlace;
  tables: boolean;
}

export function LatencyDays({ rows, range, place, tables }: LatencyDaysProps) {
  const days = latencyDays(rows, range);
  return (
    <>
      <Note>
        Half of the durations are at most p50, 95 % at most p95; both are known to within 20 %.{' '}
        {daysOf(range.timeZone, range.now)}
      </Note>
      {tables ? (
        <DaysTable days={days} place={place} />
      ) : (
        <>
          <ColumnChart
            columns={days.map((day) => columnOf(day, place))}
            series={SERIES}
            write={timeFromStart}
            stacked={false}
          />
          <ChartLegend series={SERIES} />
        </>
      )}
    </>
  );
}

function DaysTable({ days, place }: { days: readonly LatencyDay[]; place: CostsPlace }) {
  return (
    <FigureTable className={styles.table} label="Latency by day">
      <Heads left={['Day']} right={['Durations', 'p50', 'p95']} />
      <tbody>
        {days.map(({ day, percentiles }) => (
          <tr key={day.measures.day}>
            <th scope="row">
              <Link href={tracesOfDay(place, day.measures.day)} className={styles.name}>
                {dayLabel(day)}
              </Link>
            </th>
            <Figures of={percentiles} />
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}
