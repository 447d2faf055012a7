'use client';
// A column chart, one column per bucket, its series stacked or side by side. Each column is a link: click it, or press
// Enter on the column that the arrow keys selected. The only file of the costs screen that imports the chart library.
import { useEffect, useRef } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useRouter } from '../../lib/address/address-state.ts';
import { atLeastWords } from '../../lib/figures/format.ts';
import styles from './chart.module.css';
import { CostPatterns, OPEN_FILL } from './CostPatterns.tsx';
import { AXIS, CHART_HEIGHT, CHART_MARGIN, GRID, NO_ANIMATION } from './defaults.ts';

export interface ChartSeries {
  key: string;
  label: string;
  fill: string;
  stroke?: string | undefined;
}

export interface ChartColumn {
  label: string;
  /** Title of its tooltip; by default the label. */
  title?: string;
  href: string;
  /** Not over yet: hatched at the top edge. */
  open?: boolean;
  /** Empty: nothing is known of it. */
  values: Readonly<Record<string, number>>;
  /** How its values read in the tooltip, where a number alone would say too much. */
  words?: Readonly<Record<string, string>>;
  /** The values are lower bounds. */
  atLeast?: boolean;
}

interface ColumnChartProps {
  columns: readonly ChartColumn[];
  series: readonly ChartSeries[];
  write: (amount: number) => string;
  height?: number;
  /** false: the values are no parts of a whole, and stand side by side. */
  stacked?: boolean;
}

/** Height of the hatched edge, relative to the tallest column. */
const EDGE = 0.03;
const OPEN_EDGE = 'open edge';

const totalOf = ({ values }: ChartColumn) => Object.values(values).reduce((sum, value) => sum + value, 0);

export function ColumnChart({ columns, series, write, height = CHART_HEIGHT, stacked = true }: ColumnChartProps) {
  const router = useRouter();
  const active = useRef<string>(undefined);
  const tallest = Math.max(...columns.map(totalOf), 1);
  const rows = columns.map((column) => ({
    ...column.values,
    label: column.label,
    column,
    [OPEN_EDGE]: column.open ? tallest * EDGE : 0,
  }));
  const bar = {
    ...(stacked && { stackId: 'all' }),
    cursor: 'pointer',
    onClick: ({ payload }: { payload?: unknown }) => router.push((payload as { column: ChartColumn }).column.href),
    ...NO_ANIMATION,
  };
  return (
    <div
      onKeyDown={(event) => {
        if (event.key === 'Enter' && active.current !== undefined) router.push(active.current);
      }}
    >
      <ResponsiveContainer width="100%" height={height}>
        <BarChart data={rows} margin={CHART_MARGIN} barCategoryGap="20%" maxBarSize={64}>
          <CostPatterns />
          <CartesianGrid {...GRID} />
          <XAxis dataKey="label" {...AXIS} minTickGap={16} />
          <YAxis {...AXIS} width={64} tickFormatter={write} />
          <Tooltip
            {...NO_ANIMATION}
            cursor={{ fill: 'var(--sunk)' }}
            content={({ active: shown, payload }) => (
              <Tip
                column={shown ? (payload[0]?.payload as { column: ChartColumn } | undefined)?.column : undefined}
                series={series}
                write={write}
                stacked={stacked}
                onColumn={(href) => (active.current = href)}
              />
            )}
          />
          {series.map(({ key, label, fill, stroke }) => (
            <Bar key={key} dataKey={key} name={label} fill={fill} stroke={stroke} {...bar} />
          ))}
          {stacked && <Bar dataKey={OPEN_EDGE} name={OPEN_EDGE} fill={OPEN_FILL} tooltipType="none" {...bar} />}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

interface TipProps extends Pick<ColumnChartProps, 'series' | 'write' | 'stacked'> {
  column: ChartColumn | undefined;
  onColumn: (href: string | undefined) => void;
}

function Tip({ column, series, write, stacked, onColumn }: TipProps) {
  // Braces, because React would take a returned value for a cleanup function.
  useEffect(() => {
    onColumn(column?.href);
  });
  if (!column) return null;
  const parts = series.filter(({ key }) => (column.values[key] ?? 0) > 0);
  const told = (amount: number) => (column.atLeast ? atLeastWords(write(amount)) : write(amount));
  return (
    <div className={styles.tip}>
      <strong>{column.title ?? column.label}</strong>
      <dl>
        {parts.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{column.words?.[key] ?? told(column.values[key] ?? 0)}</dd>
          </div>
        ))}
        {stacked && parts.length !== 1 && Object.keys(column.values).length > 0 && (
          <div className={styles.total}>
            <dt>total</dt>
            <dd>{told(totalOf(column))}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
