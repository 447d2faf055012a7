// The figures of A and B side by side, with the change and its interval.
import { PlainText } from '../../components/text/PlainText.tsx';
import { FigureTable, Heads } from '../../components/tables/FigureTable.tsx';
import type { Change } from '../../lib/releases/intervals.ts';
import { isWorthARow, type ComparedFigure } from '../../lib/releases/release-figures.ts';
import { clarityWords, relativeIntervalWords, relativeWords } from '../../lib/releases/release-words.ts';
import { EstimateFigure } from './ReleasesTable.tsx';
import styles from './releases.module.css';

export function FiguresTable({ figures }: { figures: readonly ComparedFigure[] }) {
  return (
    <>
      <h3>Figures</h3>
      <FigureTable className={styles.table} label="Figures">
        <Heads left={['Figure']} right={['A', 'B', 'Change']} hidden="Whether it is clear" />
        <tbody>
          {figures.filter(isWorthARow).map(({ id, label, unit, isMoreWorse, a, b, change }) => (
            <tr key={id}>
              <th scope="row">
                <PlainText text={label} />
              </th>
              <td className={styles.number}>
                <EstimateFigure estimate={a} unit={unit} />
              </td>
              <td className={styles.number}>
                <EstimateFigure estimate={b} unit={unit} />
              </td>
              <td className={styles.number}>
                {relativeWords(change, a, b)}
                <small className={styles.interval}>{relativeIntervalWords(change) ?? 'no interval'}</small>
              </td>
              <td>
                <small className={clarityClass(change, isMoreWorse)}>{clarityWords(change, a, b)}</small>
                <Whisker change={change} />
              </td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </>
  );
}

function clarityClass({ isSignificant, difference }: Change, isMoreWorse: boolean | null): string | undefined {
  if (!isSignificant) return styles.chance;
  return isMoreWorse !== null && difference! > 0 === isMoreWorse ? styles.worse : styles.clear;
}

const WIDTH = 120;
/** The largest relative change that is drawn; larger ones end at the edge. */
const MOST = 1;

const at = (relative: number): number => ((Math.max(-MOST, Math.min(MOST, relative)) + MOST) / (2 * MOST)) * WIDTH;

/** The interval of the relative change, beside a line at no change. The words beside it say the same. */
function Whisker({ change: { relative, relativeLow, relativeHigh, isSignificant } }: { change: Change }) {
  if (relative === null || relativeLow === null) return null;
  return (
    <svg className={isSignificant ? styles.whiskerClear : styles.whisker} width={WIDTH} height="12" aria-hidden>
      <line className={styles.zero} x1={at(0)} x2={at(0)} y1="0" y2="12" />
      <line x1={at(relativeLow)} x2={at(relativeHigh ?? MOST)} y1="6" y2="6" />
      <circle cx={at(relative)} cy="6" r="3" />
    </svg>
  );
}
