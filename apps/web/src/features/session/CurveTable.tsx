// The curve as a real table, for those who read rather than look.
import { Money, Percent } from '../../components/numbers.tsx';
import { exactCount, shareOf } from '../../lib/format.ts';
import type { CurvePoint } from './curve.ts';
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
                <Money nano={point.cost} />
              </td>
              <td>
                <Money nano={point.hidden} />
              </td>
              <td>
                <Money nano={point.totalCost} />
              </td>
              <td>
                <Money nano={point.totalHidden} />
              </td>
              <td>
                <Percent share={shareOf(point.totalHidden, point.totalCost)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
