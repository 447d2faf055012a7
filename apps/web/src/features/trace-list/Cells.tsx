// What stands in each column of a row.
import Link from 'next/link';
import type { ReactNode } from 'react';
import { CostBar } from '../../components/CostBar.tsx';
import { Duration, Money, NotReported, Percent, Tokens } from '../../components/numbers.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { exactCount, money, plural, shareOf, tokens } from '../../lib/format.ts';
import { hiddenOf, isUnpriced, thinkingOf, totalOf } from '../../lib/thinking.ts';
import { LastThought } from './LastThought.tsx';
import type { ColumnId } from './list-columns.ts';
import { outcomeOf, titleOf, toolsLine } from './row-words.ts';
import { tracePath, type TraceListRowProps } from './TraceListRow.tsx';
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
      return <Cost {...props} />;
    case 'hidden':
      return <Hidden row={row} />;
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

function Cost({ row, most }: TraceListRowProps) {
  const total = totalOf(row.costs);
  // By the root, and never too short to read what it is made of: traces differ a thousandfold in cost.
  const width = 0.3 + 0.7 * Math.sqrt(Number(total) / Math.max(1, Number(most)));
  const outOf = BigInt(Math.max(1, Math.round(Number(total) / width)));
  return (
    <div className={styles.cost}>
      <span>
        <Money nano={isUnpriced(row) ? null : total} />
        {row.generationsUnpriced > 0 && !isUnpriced(row) && (
          <span title={`${plural(row.generationsUnpriced, 'call')} without a price`}> +</span>
        )}
      </span>
      <span className={styles.bar}>{total > 0n && <CostBar parts={row.costs} outOf={outOf} />}</span>
      <span className={styles.thinking}>
        {row.generationsReporting === 0
          ? '◌ thinking not reported'
          : isUnpriced(row)
            ? `thinking ${exactCount(row.reasoningTokens)} tok`
            : `thinking ${money(thinkingOf(row.costs))}`}
      </span>
    </div>
  );
}

function Hidden({ row }: { row: TraceRow }) {
  const share = shareOf(hiddenOf(row.costs), totalOf(row.costs));
  if (row.generationsReporting === 0 && !share) return <NotReported />;
  return (
    <span className={share ? styles.hidden : undefined}>
      <Percent share={share} />
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
