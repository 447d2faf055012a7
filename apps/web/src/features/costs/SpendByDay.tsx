'use client';
// Spend by day, stacked by what it was paid for. The only file that loads the chart library.
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { CostPatterns, PART_FILLS, PART_STROKES } from '../../components/chart/CostPatterns.tsx';
import { AXIS, CHART_HEIGHT, CHART_MARGIN, GRID, NO_ANIMATION } from '../../components/chart/defaults.ts';
import { useRouter } from 'next/navigation';
import { COST_PARTS, type CostPart } from '../../lib/thinking.ts';
import styles from './costs.module.css';
import { dayLabel, type ChartDay } from './days.ts';
import { tracesOfDay, type CostsPlace } from './links.ts';
import { toSpend, writeAmount, type SpendUnit } from './spend.ts';

type Column = Record<CostPart, number> & { day: string; href: string };

function toColumn(day: ChartDay, { unit, place }: Omit<SpendByDayProps, 'days'>): Column {
  const { parts } = toSpend(day.measures, unit);
  const amounts = COST_PARTS.map(({ key }) => [key, Number(parts[key])]);
  return {
    day: dayLabel(day),
    href: tracesOfDay(place, day.measures.day),
    ...(Object.fromEntries(amounts) as Record<CostPart, number>),
  };
}

interface SpendByDayProps {
  days: readonly ChartDay[];
  unit: SpendUnit;
  place: CostsPlace;
}

/** A click on a day leads to its traces; the table has the same as links. */
export function SpendByDay({ days, unit, place }: SpendByDayProps) {
  const router = useRouter();
  const columns = days.map((day) => toColumn(day, { unit, place }));
  return (
    <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
      <BarChart data={columns} margin={CHART_MARGIN} barCategoryGap="20%">
        <CostPatterns />
        <CartesianGrid {...GRID} />
        <XAxis dataKey="day" {...AXIS} minTickGap={16} />
        <YAxis {...AXIS} width={64} tickFormatter={(amount: number) => writeAmount(amount, unit)} />
        <Tooltip
          {...NO_ANIMATION}
          cursor={{ fill: 'var(--sunk)' }}
          content={({ active, label, payload }) =>
            active && payload.length > 0 ? (
              <DayTip label={String(label)} column={payload[0]?.payload as Column} unit={unit} />
            ) : null
          }
        />
        {COST_PARTS.map(({ key, label }) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            stackId="spend"
            fill={PART_FILLS[key]}
            stroke={PART_STROKES[key]}
            cursor="pointer"
            onClick={({ payload }) => router.push((payload as Column).href)}
            {...NO_ANIMATION}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

function DayTip({ label, column, unit }: { label: string; column: Column; unit: SpendUnit }) {
  const parts = COST_PARTS.filter(({ key }) => column[key] > 0);
  const total = parts.reduce((sum, { key }) => sum + column[key], 0);
  return (
    <div className={styles.tip}>
      <strong>{label}</strong>
      <dl>
        {parts.map(({ key, label: name }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{writeAmount(column[key], unit)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>total</dt>
          <dd>{writeAmount(total, unit)}</dd>
        </div>
      </dl>
    </div>
  );
}
