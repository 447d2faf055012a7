'use client';
// What each turn of the session cost: a sentence, and a chart or a table.
import dynamic from 'next/dynamic';
import { useMemo } from 'react';
import { CostLegend } from '../../components/figures/CostLegend.tsx';
import { Skeleton } from '../../components/states/Skeleton.tsx';
import { totalOf } from '../../lib/figures/cost-parts.ts';
import { TurnCostsTable } from './TurnCostsTable.tsx';
import { turnsPoints, turnsSentence } from './turn-costs.ts';
import type { NumberedTurn } from './use-session.ts';
import styles from './session.module.css';

// The chart library is a chunk of its own, loaded after the turns are on the screen.
const TurnCostsChart = dynamic(async () => (await import('./TurnCostsChart.tsx')).TurnCostsChart, {
  ssr: false,
  loading: () => <Skeleton height="7rem" />,
});

interface TurnCostsProps {
  turns: readonly NumberedTurn[];
  table: boolean;
  onTable: (table: boolean) => void;
  onTurn: (turn: number) => void;
}

/** A single turn has nothing to be compared with, and without prices there is nothing to draw. */
export function TurnCosts({ turns, table, onTable, onTurn }: TurnCostsProps) {
  const points = useMemo(() => turnsPoints(turns), [turns]);
  if (turns.length < 2) return null;
  const isPriced = turns.some(({ costs }) => totalOf(costs) > 0n);
  return (
    <section className={styles.turnCosts} aria-labelledby="turn-costs-title">
      <div className={styles.turnCostsHead}>
        <h2 id="turn-costs-title">Cost by turn</h2>
        <p>{turnsSentence(turns)}</p>
        {isPriced && (
          <label className={styles.tableSwitch}>
            <input type="checkbox" checked={table} onChange={(event) => onTable(event.target.checked)} />
            Table
          </label>
        )}
      </div>
      {isPriced &&
        (table ? (
          <TurnCostsTable points={points} onTurn={onTurn} />
        ) : (
          <>
            <TurnCostsChart points={points} onTurn={onTurn} />
            <CostLegend of={points.map(({ since }) => since.costs)} />
          </>
        ))}
    </section>
  );
}
