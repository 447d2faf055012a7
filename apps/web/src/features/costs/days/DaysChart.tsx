'use client';
// Spend by day, stacked by kind of cost; or the same as a table.
import dynamic from 'next/dynamic';
import { PART_FILLS, PART_STROKES } from '../../../components/chart/CostPatterns.tsx';
import type { ChartColumn } from '../../../components/chart/ColumnChart.tsx';
import { CostLegend } from '../../../components/figures/CostLegend.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { COST_PARTS } from '../../../lib/figures/cost-parts.ts';
import { dayLabel, daysOf, daysSummary, type ChartDay } from './days.ts';
import { DayTable } from './DayTable.tsx';
import { tracesOfDay, type CostsPlace } from '../cuts/links.ts';
import { Note } from '../panels/Panel.tsx';
import { Outline } from './Outline.tsx';
import { isAtLeast, toSpend, writeAmount, type SpendUnit } from '../spend.ts';

// The chart library is a chunk of its own, loaded after the figures are on the screen.
export const ColumnChart = dynamic(
  async () => (await import('../../../components/chart/ColumnChart.tsx')).ColumnChart,
  {
    ssr: false,
    loading: () => <Skeleton height="15rem" />,
  },
);

interface DaysChartProps {
  days: readonly ChartDay[];
  unit: SpendUnit;
  place: CostsPlace;
  timeZone: string;
  now: Date;
  tables: boolean;
}

const SERIES = COST_PARTS.map(({ key, label }) => ({
  key,
  label,
  fill: PART_FILLS[key],
  stroke: PART_STROKES[key],
}));

export function DaysChart({ days, unit, place, timeZone, now, tables }: DaysChartProps) {
  const write = (amount: number) => writeAmount(amount, unit);
  const nothing = days.every(({ measures }) => toSpend(measures, unit).total === 0n);
  return (
    <>
      <Note>
        {daysSummary(days, unit)} {daysOf(timeZone, now)}
      </Note>
      {nothing && unit === 'usd' ? (
        <Outline>No priced calls yet</Outline>
      ) : tables ? (
        <DayTable days={days} unit={unit} place={place} />
      ) : (
        <ColumnChart columns={days.map((day) => columnOf(day, unit, place))} series={SERIES} write={write} />
      )}
      <CostLegend of={days.map(({ measures }) => toSpend(measures, unit).parts)} />
    </>
  );
}

function columnOf(day: ChartDay, unit: SpendUnit, place: CostsPlace): ChartColumn {
  const spend = toSpend(day.measures, unit);
  return {
    label: dayLabel(day),
    href: tracesOfDay(place, day.measures.day),
    open: day.partial,
    values: Object.fromEntries(COST_PARTS.map(({ key }) => [key, Number(spend.parts[key])])),
    atLeast: isAtLeast(spend, unit),
  };
}
