// What stands in each column of a row.
import { Link } from '../../components/Link.tsx';
import type { ReactNode } from 'react';
import { HiddenCell, SpentCell } from '../../components/list/SpentCells.tsx';
import { Duration, Tokens } from '../../components/numbers.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { exactCount, plural, tokens } from '../../lib/format.ts';
import { tracePath } from '../../lib/pages.ts';
import { LastThought } from './LastThought.tsx';
import type { ColumnId } from './list-columns.ts';
import { outcomeOf, titleOf, toolsLine } from './row-words.ts';
import type { TraceListRowProps } from './TraceListRow.tsx';
import type { TraceRow } from './use-traces.ts';
import styles from './list.module.css';

export function Cell({ id, ...props }: TraceListRowProps & { id: ColumnId }): ReactNode {
  const { row, columns } = props;
  switch (id) {
    case 'asked':
      return <Asked {...props} />;
    case 'model':
      return <Models row={row} withTools={!columns.some((column) => column.id === 'tools')} />;
    case 'tools':
      return <Tools row={row} />;
    case 'steps':
      return <span title={plural(row.steps, 'step')}>{tokens(row.steps)}</span>;
    case 'errors':
      return <span className={row.errors > 0 ? styles.failedTool : undefined}>{exactCount(row.errors)}</span>;
    case 'thinking':
      return <Tokens count={row.generationsReporting === 0 ? null : row.reasoningTokens} />;
    case 'cost':
      return <SpentCell {...props} />;
    case 'hidden':
      return <HiddenCell row={row} />;
    case 'duration':
      return <Took row={row} />;
    case 'session':
      return <Named text={row.sessionId} />;
    case 'user':
      return <Named text={row.userId} />;
    case 'env':
      return <Named text={row.environment} />;
    case 'tags':
      return <Named text={row.tags.join(', ') || null} />;
    case 'age':
      return <RelativeTime time={row.startedAt} />;
  }
}

function Asked({ project, row, onOpen }: TraceListRowProps) {
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
        <PlainText text={titleOf(row)} />
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
      className={{ error: styles.failedTool, running: styles.runningTool, done: styles.tools }[outcome]}
      data-outcome={outcome}
    >
      <PlainText text={toolsLine(row)} />
    </span>
  );
}

/** Of a running trace only what has passed so far is known. */
function Took({ row }: { row: TraceRow }) {
  const milliseconds = row.endedAt.getTime() - row.startedAt.getTime();
  return (
    <>
      <Duration milliseconds={milliseconds} />
      {outcomeOf(row) === 'running' && <span title="still running">…</span>}
    </>
  );
}

function Named({ text }: { text: string | null }) {
  if (text === null) return <span className={styles.quiet}>—</span>;
  return (
    <span title={text.slice(0, 300)}>
      <PlainText text={text} />
    </span>
  );
}
