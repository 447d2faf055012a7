'use client';
// The cost curve, with the hidden part hatched. The only file of this screen that imports the chart library.
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { CostPatterns, PART_FILLS, PART_STROKES } from '../../components/chart/CostPatterns.tsx';
import { AXIS, CHART_MARGIN, GRID, NO_ANIMATION } from '../../components/chart/defaults.ts';
import { Percent } from '../../components/figures/numbers.tsx';
import { TotalMoney } from '../../components/figures/TotalMoney.tsx';
import { hiddenOf, reportedShare, totalOf } from '../../lib/figures/cost-parts.ts';
import { money } from '../../lib/figures/format.ts';
import type { CurvePoint } from './curve.ts';
import { HiddenMoney } from './HiddenMoney.tsx';
import styles from './session.module.css';

const HEIGHT = 112;

interface Column {
  turn: number;
  /** Nano-dollars as numbers, which the axis needs. */
  rest: number;
  hidden: number;
  point: CurvePoint;
}

interface CurveChartProps {
  points: readonly CurvePoint[];
  onTurn: (turn: number) => void;
}

/** Clicking a turn scrolls to it; the table has buttons for the same. */
export function CurveChart({ points, onTurn }: CurveChartProps) {
  const columns = points.map<Column>((point) => ({
    turn: point.turn,
    rest: Number(totalOf(point.soFar.costs) - hiddenOf(point.soFar.costs)),
    hidden: Number(hiddenOf(point.soFar.costs)),
    point,
  }));
  const bar = {
    stackId: 'cost',
    cursor: 'pointer',
    onClick: ({ payload }: { payload?: unknown }) => onTurn((payload as Column).turn),
    ...NO_ANIMATION,
  };
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <BarChart data={columns} margin={CHART_MARGIN} barCategoryGap="12%" maxBarSize={48}>
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
          cursor={{ fill: 'var(--sunk)' }}
          content={({ active, payload }) =>
            active && payload.length > 0 ? <Tip {...(payload[0]?.payload as Column).point} /> : null
          }
        />
        <Bar dataKey="rest" name="not hidden" fill={PART_FILLS.answer} {...bar} />
        <Bar dataKey="hidden" name="hidden" fill={PART_FILLS.noText} stroke={PART_STROKES.noText} {...bar} />
      </BarChart>
    </ResponsiveContainer>
  );
}

function Tip({ turn, since, soFar }: CurvePoint) {
  const share = reportedShare(soFar);
  return (
    <div className={styles.tip}>
      <strong>Turn {turn}</strong>
      <dl>
        <div>
          <dt>this turn</dt>
          <dd>
            <TotalMoney of={since} />
          </dd>
        </div>
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
