// The costs of the turns as a table, the accessible alternative to the chart.
import { NotReported, Percent } from '../../components/figures/numbers.tsx';
import { TotalMoney } from '../../components/figures/TotalMoney.tsx';
import { reportedShare } from '../../lib/figures/cost-parts.ts';
import { exactCount } from '../../lib/figures/format.ts';
import type { TurnsPoint, TurnsSum } from './turn-costs.ts';
import { HiddenMoney } from './HiddenMoney.tsx';
import styles from './session.module.css';

export function TurnCostsTable({ points, onTurn }: { points: readonly TurnsPoint[]; onTurn: (turn: number) => void }) {
  return (
    <div className={styles.tableBox} tabIndex={0} role="region" aria-label="Cost by turn, table">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{points.some(({ turn, first }) => turn > first) ? 'Up to turn' : 'Turn'}</th>
            <th scope="col">Cost</th>
            <th scope="col">Hidden</th>
            <th scope="col">Cost so far</th>
            <th scope="col">Hidden so far</th>
            <th scope="col">Hidden share</th>
            <th scope="col">Failed calls</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.turn}>
              <th scope="row">
                <button type="button" onClick={() => onTurn(point.turn)}>
                  {exactCount(point.turn)}
                </button>
              </th>
              <td>
                <TotalMoney of={point.since} />
              </td>
              <td>
                <HiddenMoney of={point.since} />
              </td>
              <td>
                <TotalMoney of={point.soFar} />
              </td>
              <td>
                <HiddenMoney of={point.soFar} />
              </td>
              <td>
                <HiddenShare of={point.soFar} />
              </td>
              <td>{exactCount(point.errors)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HiddenShare({ of }: { of: TurnsSum }) {
  const share = reportedShare(of);
  return share === null ? <NotReported /> : <Percent share={share} />;
}
