// The cell of each column of a row.
import { Link } from '../../../components/controls/Link.tsx';
import { Suspense, type ReactNode } from 'react';
import { HiddenCell, SpentCell } from '../../../components/list/SpentCells.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { RelativeTime } from '../../../components/figures/RelativeTime.tsx';
import { plural, tokens } from '../../../lib/figures/format.ts';
import { later } from '../../../lib/later.ts';
import { tracePath } from '../../../lib/address/pages.ts';
import { LastThought } from './LastThought.tsx';
import type { ColumnId } from './list-columns.ts';
import { traceTitle } from '../../../lib/traces/trace-title.ts';
import { outcomeOf } from '../../../lib/traces/trace-outcome.ts';
import { toolsLine } from './row-words.ts';
import type { TraceRow } from './trace-row.ts';
import styles from '../list.module.css';

const ChosenCell = later(async () => (await import('./ChosenCell.tsx')).ChosenCell);

export interface CellsProps {
  project: string;
  row: TraceRow;
  columns: readonly { id: ColumnId }[];
  onOpen: (id: string) => void;
}

export function Cell({ id, ...props }: CellsProps & { id: ColumnId }): ReactNode {
  const { row, columns } = props;
  switch (id) {
    case 'asked':
      return <InputCell {...props} />;
    case 'model':
      return <Models row={row} withTools={!columns.some((column) => column.id === 'tools')} />;
    case 'tools':
      return <Tools row={row} />;
    case 'steps':
      return <span title={plural(row.steps, 'step')}>{tokens(row.steps)}</span>;
    case 'cost':
      return <SpentCell {...props} />;
    case 'hidden':
      return <HiddenCell row={row} />;
    case 'age':
      return <RelativeTime time={row.startedAt} />;
    default:
      return (
        <Suspense>
          <ChosenCell id={id} row={row} />
        </Suspense>
      );
  }
}

function InputCell({ project, row, onOpen }: CellsProps) {
  return (
    <div className={styles.asked}>
      <Link
        href={tracePath(project, row.id)}
        prefetch={false}
        tabIndex={-1}
        className={styles.title}
        dir="auto"
        onClick={() => onOpen(row.id)}
      >
        {row.bookmarked && (
          <span role="img" aria-label="Bookmarked">
            ★{' '}
          </span>
        )}
        <PlainText text={traceTitle(row)} />
      </Link>
      <LastThought row={row} />
    </div>
  );
}

function Models({ row, withTools }: { row: TraceRow; withTools: boolean }) {
  return (
    <div className={styles.model}>
      <span>{row.models.length > 0 ? <PlainText text={row.models.join(', ')} /> : '—'}</span>
      {withTools && <Tools row={row} />}
    </div>
  );
}

function Tools({ row }: { row: TraceRow }) {
  const outcome = outcomeOf(row);
  return (
    <span
      className={outcome === 'error' ? styles.failedTool : outcome === 'running' ? styles.runningTool : styles.tools}
      data-outcome={outcome}
    >
      <PlainText text={toolsLine(row)} />
    </span>
  );
}
