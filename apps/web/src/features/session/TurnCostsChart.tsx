// A column for each turn, with the parts and patterns of the cost bars of the list. The only file of this screen that
// imports the chart library.
import { Bar, BarChart, CartesianGrid, ReferenceDot, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { CostPatterns, PART_FILLS, PART_STROKES } from '../../components/chart/CostPatterns.tsx';
import { AXIS, CHART_MARGIN, GRID, NO_ANIMATION } from '../../components/chart/defaults.ts';
import { Money, Percent } from '../../components/figures/numbers.tsx';
import { TotalMoney } from '../../components/figures/TotalMoney.tsx';
import { COST_PARTS, reportedShare, totalOf, type CostPart } from '../../lib/figures/cost-parts.ts';
import { money, plural } from '../../lib/figures/format.ts';
import { HiddenMoney } from './HiddenMoney.tsx';
import type { TurnsPoint } from './turn-costs.ts';
import styles from './session.module.css';

const HEIGHT = 128;
/** The mark of failed calls above a column. */
const FAILED = { value: '✕', position: 'top', fill: 'var(--error)', fontSize: 12 } as const;
const MARGIN = { ...CHART_MARGIN, top: 16 };
/** Above the turns, which the chart has little room beside. */
const ABOVE = { zIndex: 5 };

/** Nano-dollars as numbers, which the axis needs. */
interface Column extends Record<CostPart, number> {
  turn: number;
  point: TurnsPoint;
}

interface TurnCostsChartProps {
  points: readonly TurnsPoint[];
  onTurn: (turn: number) => void;
}

/** Clicking a turn scrolls to it; the table has buttons for the same. */
export function TurnCostsChart({ points, onTurn }: TurnCostsChartProps) {
  const bar = {
    stackId: 'cost',
    cursor: 'pointer',
    onClick: ({ payload }: { payload?: unknown }) => onTurn((payload as Column).turn),
    ...NO_ANIMATION,
  };
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <BarChart data={points.map(columnOf)} margin={MARGIN} barCategoryGap="12%" maxBarSize={48}>
        <CostPatterns />
        <CartesianGrid {...GRID} />
        <XAxis dataKey="turn" {...AXIS} minTickGap={16} height={20} />
        <YAxis
          {...AXIS}
          width={64}
          tickCount={3}
          tickFormatter={(amount: number) => money(BigInt(Math.round(amount)))}
        />
        <Tooltip
          {...NO_ANIMATION}
          wrapperStyle={ABOVE}
          cursor={{ fill: 'var(--sunk)' }}
          content={({ active, payload }) =>
            active && payload.length > 0 ? <Tip {...(payload[0]?.payload as Column).point} /> : null
          }
        />
        {COST_PARTS.map(({ key, label }) => (
          <Bar key={key} dataKey={key} name={label} fill={PART_FILLS[key]} stroke={PART_STROKES[key]} {...bar} />
        ))}
        {points
          .filter(({ errors }) => errors > 0)
          .map(({ turn, since }) => (
            <ReferenceDot key={turn} x={turn} y={Number(totalOf(since.costs))} r={0} label={FAILED} />
          ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

function columnOf(point: TurnsPoint): Column {
  const parts = COST_PARTS.map(({ key }) => [key, Number(point.since.costs[key])] as const);
  return { ...(Object.fromEntries(parts) as Record<CostPart, number>), turn: point.turn, point };
}

function Tip({ first, turn, errors, since, soFar }: TurnsPoint) {
  const share = reportedShare(soFar);
  const parts = COST_PARTS.filter(({ key }) => since.costs[key] > 0n);
  return (
    <div className={styles.tip}>
      <strong>{first === turn ? `Turn ${turn}` : `Turns ${first} to ${turn}`}</strong>{' '}
      {errors > 0 && <span className={styles.error}>✕ {plural(errors, 'failed call')}</span>}
      <dl>
        <div>
          <dt>{first === turn ? 'this turn' : 'these turns'}</dt>
          <dd>
            <TotalMoney of={since} />
          </dd>
        </div>
        {parts.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <Money nano={since.costs[key]} />
            </dd>
          </div>
        ))}
        <div>
          <dt>▨ hidden in it</dt>
          <dd>
            <HiddenMoney of={since} />
          </dd>
        </div>
        <div>
          <dt>so far</dt>
          <dd>
            <TotalMoney of={soFar} />
          </dd>
        </div>
        <div>
          <dt>▨ hidden so far</dt>
          <dd>
            <HiddenMoney of={soFar} />
            {share != null && (
              <>
                {' '}
                (<Percent share={share} />)
              </>
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}
