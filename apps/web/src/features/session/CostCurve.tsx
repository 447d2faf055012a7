'use client';
// The cumulative cost of the session after each turn: a sentence, and a chart or a table.
import dynamic from 'next/dynamic';
import { useMemo } from 'react';
import { Skeleton } from '../../components/states/Skeleton.tsx';
import { totalOf } from '../../lib/figures/cost-parts.ts';
import { CurveTable } from './CurveTable.tsx';
import { curveOf, curveSentence } from './curve.ts';
import type { NumberedTurn } from './use-session.ts';
import styles from './session.module.css';

// The chart library is a chunk of its own, loaded after the turns are on the screen.
const CurveChart = dynamic(async () => (await import('./CurveChart.tsx')).CurveChart, {
  ssr: false,
  loading: () => <Skeleton height="7rem" />,
});

interface CostCurveProps {
  turns: readonly NumberedTurn[];
  table: boolean;
  onTable: (table: boolean) => void;
  onTurn: (turn: number) => void;
}

/** A single turn has no curve, and neither has a session without prices. */
export function CostCurve({ turns, table, onTable, onTurn }: CostCurveProps) {
  const points = useMemo(() => curveOf(turns), [turns]);
  if (turns.length < 2) return null;
  const isPriced = turns.some(({ costs }) => totalOf(costs) > 0n);
  return (
    <section className={styles.curve} aria-labelledby="curve-title">
      <div className={styles.curveHead}>
        <h2 id="curve-title">Cumulative cost</h2>
        <p>{curveSentence(turns)}</p>
        {isPriced && (
          <label className={styles.tableSwitch}>
            <input type="checkbox" checked={table} onChange={(event) => onTable(event.target.checked)} />
            Table
          </label>
        )}
      </div>
      {isPriced &&
        (table ? <CurveTable points={points} onTurn={onTurn} /> : <CurveChart points={points} onTurn={onTurn} />)}
    </section>
  );
}
