// One trace: what was asked and thought, who answered, in how many steps, what it cost and how much of that was hidden.
import Link from 'next/link';
import { CostBar } from '../../components/CostBar.tsx';
import { Money, Percent } from '../../components/numbers.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { exactCount, money, percent, plural, shareOf, tokens } from '../../lib/format.ts';
import { hiddenOf, thinkingOf, totalOf } from '../../lib/thinking.ts';
import { drawnText } from '../../lib/visible-text.ts';
import { LastThought } from './LastThought.tsx';
import { outcomeOf, OUTCOMES, titleOf, toolsLine } from './row-words.ts';
import type { TraceRow } from './use-traces.ts';
import styles from './list.module.css';

export const tracePath = (project: string, id: string): string => `/p/${project}/traces/${id}`;

interface TraceListRowProps {
  project: string;
  row: TraceRow;
  /** The dearest trace that is loaded: its bar is full. */
  most: bigint;
  rowIndex: number;
  /** In pixels. */
  top: number;
  height: number;
  current: boolean;
  tabStop: boolean;
  onFocus: (id: string) => void;
  onOpen: (id: string) => void;
}

export function TraceListRow({
  project,
  row,
  most,
  rowIndex,
  top,
  height,
  current,
  tabStop,
  onFocus,
  onOpen,
}: TraceListRowProps) {
  const outcome = outcomeOf(row);
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={current}
      aria-label={rowName(row)}
      tabIndex={tabStop ? 0 : -1}
      data-trace={row.id}
      className={styles.row}
      style={{ transform: `translateY(${top}px)`, height }}
      onFocus={() => onFocus(row.id)}
    >
      <div role="gridcell" className={styles.mark} data-outcome={outcome} title={OUTCOMES[outcome].says}>
        <span aria-hidden>{OUTCOMES[outcome].mark}</span>
        <span className="visually-hidden">{OUTCOMES[outcome].says}</span>
      </div>
      <div role="gridcell" className={styles.asked}>
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
      <div role="gridcell" className={styles.model}>
        <span>{row.models.length > 0 ? <PlainText text={row.models.join(', ')} /> : '—'}</span>
        <span className={outcome === 'error' ? styles.failedTool : styles.tools}>
          <PlainText text={toolsLine(row)} />
        </span>
      </div>
      <div role="gridcell" className={styles.steps} title={plural(row.steps, 'step')}>
        {tokens(row.steps)}
      </div>
      <Cost row={row} most={most} />
      <Hidden row={row} />
      <div role="gridcell" className={styles.age}>
        <RelativeTime time={row.startedAt} />
      </div>
    </div>
  );
}

const isUnpriced = (row: TraceRow) => row.generations > 0 && row.generationsUnpriced === row.generations;

function Cost({ row, most }: { row: TraceRow; most: bigint }) {
  const total = totalOf(row.costs);
  // By the root, and never too short to read what it is made of: traces differ a thousandfold in cost.
  const width = 0.3 + 0.7 * Math.sqrt(Number(total) / Math.max(1, Number(most)));
  const outOf = BigInt(Math.max(1, Math.round(Number(total) / width)));
  return (
    <div role="gridcell" className={styles.cost}>
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
  if (row.generationsReporting === 0 && !share)
    return (
      <div role="gridcell" className={styles.hiddenCell} title="Thinking not reported by this provider">
        ◌
      </div>
    );
  return (
    <div role="gridcell" className={[styles.hiddenCell, share ? styles.hidden : ''].join(' ')}>
      <Percent share={share} />
    </div>
  );
}

function rowName(row: TraceRow): string {
  const total = totalOf(row.costs);
  const share = shareOf(hiddenOf(row.costs), total);
  const parts = [
    drawnText(titleOf(row)),
    OUTCOMES[outcomeOf(row)].says,
    drawnText(row.models.join(' and ')),
    plural(row.steps, 'step'),
  ];
  const paid = isUnpriced(row) ? 'no price' : money(total);
  return `${[...parts, paid, share === undefined ? '' : `${percent(share)} hidden`].filter(Boolean).join(', ')}.`;
}
