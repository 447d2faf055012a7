// The curve as a table, the accessible alternative to the chart.
import { NotReported, Percent } from '../../components/figures/numbers.tsx';
import { TotalMoney } from '../../components/figures/TotalMoney.tsx';
import { reportedShare } from '../../lib/figures/cost-parts.ts';
import { exactCount } from '../../lib/figures/format.ts';
import type { CurvePoint, CurveSum } from './curve.ts';
import { HiddenMoney } from './HiddenMoney.tsx';
import styles from './session.module.css';

export function CurveTable({ points, onTurn }: { points: readonly CurvePoint[]; onTurn: (turn: number) => void }) {
  return (
    <div className={styles.tableBox} tabIndex={0} role="region" aria-label="Cumulative cost, table">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{points.length > 0 && points[0]!.turn > 1 ? 'Up to turn' : 'Turn'}</th>
            <th scope="col">Cost</th>
            <th scope="col">Hidden</th>
            <th scope="col">Cost so far</th>
            <th scope="col">Hidden so far</th>
            <th scope="col">Hidden share</th>
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
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HiddenShare({ of }: { of: CurveSum }) {
  const share = reportedShare(of);
  return share === null ? <NotReported /> : <Percent share={share} />;
}
