// The most frequent paths of tools, as shares of the runs of each side.
import { PlainText } from '../../components/text/PlainText.tsx';
import { FigureTable, Heads } from '../../components/tables/FigureTable.tsx';
import type { ComparedPath } from '../../lib/releases/release-paths.ts';
import { clarityWords, stepWords } from '../../lib/releases/release-words.ts';
import { EstimateFigure } from './ReleasesTable.tsx';
import styles from './releases.module.css';

const MAX_STEPS = 12;

export function PathsTable({ paths }: { paths: readonly ComparedPath[] }) {
  if (paths.length === 0) return null;
  return (
    <>
      <h3>Paths</h3>
      <p className={styles.note}>The tools of a run in order; a tool that is called again and again counts once.</p>
      <FigureTable className={styles.table} label="Paths">
        <Heads left={['Path']} right={['Runs of A', 'Runs of B']} hidden="Whether the change is clear" />
        <tbody>
          {paths.map(({ steps, a, b, change }) => (
            <tr key={JSON.stringify(steps)}>
              <th scope="row" className={styles.path}>
                <PlainText text={pathWords(steps)} />
              </th>
              <td className={styles.number}>
                <EstimateFigure estimate={a} unit="share" />
              </td>
              <td className={styles.number}>
                <EstimateFigure estimate={b} unit="share" />
              </td>
              <td>
                <small className={change.isSignificant ? styles.clear : styles.chance}>{clarityWords(change)}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </>
  );
}

function pathWords(steps: ComparedPath['steps']): string {
  if (steps.length === 0) return 'answers without a tool';
  const shown = steps.slice(0, MAX_STEPS).map((tools) => stepWords(tools));
  return [...shown, ...(steps.length > MAX_STEPS ? [`… ${steps.length - MAX_STEPS} more`] : [])].join(' → ');
}
