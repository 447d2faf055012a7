// Where runs of A and B with the same input part first, how often, and what it costs.
import { ButtonLink } from '../../components/controls/Button.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { FigureTable, Heads } from '../../components/tables/FigureTable.tsx';
import { comparePath } from '../../lib/address/pages.ts';
import { plural } from '../../lib/figures/format.ts';
import type { ComparedPairs, Fork } from '../../lib/releases/release-paths.ts';
import { stepWords } from '../../lib/releases/release-words.ts';
import { EstimateFigure } from './ReleasesTable.tsx';
import styles from './releases.module.css';

interface ForksTableProps {
  pairs: ComparedPairs;
  project: string;
}

export function ForksTable({ pairs: { pairs, tasks, same, forks }, project }: ForksTableProps) {
  if (pairs === 0)
    return (
      <>
        <h3>First forks</h3>
        <p className={styles.note}>
          No run of A has the same input as a run of B, so it is not known where they part. Run both on the same tasks
          to see it. The paths below are of all runs.
        </p>
      </>
    );
  return (
    <>
      <h3>First forks</h3>
      <p className={styles.note}>
        {plural(pairs, 'pair')} of runs with the same beginning of their input ({plural(tasks, 'task')}):{' '}
        {same === pairs ? 'all' : same} called the same tools in the same order. The others part first here:
      </p>
      {forks.length > 0 && (
        <FigureTable className={styles.table} label="First forks">
          <Heads left={['A does', 'B does']} right={['Step', 'Pairs', 'B costs more']} hidden="Example" />
          <tbody>
            {forks.map((fork) => (
              <ForkRow key={JSON.stringify([fork.a, fork.b])} fork={fork} project={project} />
            ))}
          </tbody>
        </FigureTable>
      )}
    </>
  );
}

function ForkRow({ fork, project }: { fork: Fork; project: string }) {
  const { a, b, firstStep, lastStep, share, costDifference, example } = fork;
  return (
    <tr>
      <th scope="row" className={styles.tool}>
        <PlainText text={stepWords(a)} />
      </th>
      <td className={styles.tool}>
        <PlainText text={stepWords(b)} />
      </td>
      <td className={styles.number}>{firstStep === lastStep ? firstStep : `${firstStep}–${lastStep}`}</td>
      <td className={styles.number}>
        <EstimateFigure estimate={share} unit="share" />
      </td>
      <td className={styles.number}>
        <EstimateFigure estimate={costDifference} unit="dollars" />
      </td>
      <td>
        <ButtonLink href={comparePath(project, example.a, example.b)} title="Compares one of these pairs step by step">
          Example
        </ButtonLink>
      </td>
    </tr>
  );
}
