// One session: its id and first input, user, duration, cost and hidden share.
import { Link } from '../../components/controls/Link.tsx';
import { HiddenCell, SpentCell } from '../../components/list/SpentCells.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { exactCount, percent, plural } from '../../lib/figures/format.ts';
import { costWords, reportedShare } from '../../lib/figures/cost-parts.ts';
import { drawnText } from '../../lib/text/visible-text.ts';
import { isRunning, type SessionRow } from './use-sessions.ts';
import styles from './sessions.module.css';

interface SessionsRowProps {
  row: SessionRow;
  href: string;
  index: number;
  /** In pixels. */
  place: { top: number; height: number };
  current: boolean;
  tabStop: boolean;
  onFocus: () => void;
  onOpen: () => void;
}

export function SessionsRow({ row, href, index, place, current, tabStop, onFocus, onOpen }: SessionsRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={current}
      aria-label={rowName(row)}
      tabIndex={tabStop ? 0 : -1}
      data-row={index}
      className={styles.row}
      style={{ transform: `translateY(${place.top}px)`, height: place.height }}
      onFocus={onFocus}
    >
      <div role="gridcell" className={styles.session}>
        <Link
          href={href}
          prefetch={false}
          tabIndex={-1}
          className={styles.title}
          title={drawnText(row.id)}
          onClick={onOpen}
        >
          <PlainText text={row.id} />
        </Link>
        <span className={styles.asked}>{row.asked ? <PlainText text={row.asked} /> : 'No input recorded'}</span>
      </div>
      <div role="gridcell" className={styles.user} title={row.userId === null ? undefined : drawnText(row.userId)}>
        {row.userId === null ? '—' : <PlainText text={row.userId} />}
        {row.users > 1 && <span className={styles.quiet}> +{row.users - 1}</span>}
      </div>
      <div role="gridcell" className={styles.number}>
        {exactCount(row.turns)}
        <span className={styles.unit}> {row.turns === 1 ? 'turn' : 'turns'}</span>
      </div>
      <div role="gridcell" className={styles.steps}>
        {exactCount(row.steps)}
      </div>
      <div role="gridcell">
        <SpentCell row={row} />
      </div>
      <div role="gridcell" className={styles.hiddenCell}>
        <span className={styles.unit}>▨ </span>
        <HiddenCell row={row} />
      </div>
      <div role="gridcell" className={styles.age}>
        {isRunning(row) ? (
          <span className={styles.running}>◐ running</span>
        ) : (
          <>
            {row.errors > 0 && !row.recovered && (
              <span className={styles.error} title={plural(row.errors, 'error')}>
                ✕<span className="visually-hidden"> {plural(row.errors, 'error')}</span>{' '}
              </span>
            )}
            <RelativeTime time={row.endedAt} />
          </>
        )}
      </div>
    </div>
  );
}

function rowName(row: SessionRow): string {
  const share = reportedShare(row);
  const parts = [
    `Session ${drawnText(row.id)}`,
    row.userId === null ? '' : `user ${drawnText(row.userId)}`,
    plural(row.turns, 'turn'),
    plural(row.steps, 'step'),
    costWords(row),
    share == null ? '' : `${percent(share)} hidden`,
    row.errors > 0 ? plural(row.errors, row.recovered ? 'failed call' : 'error') : '',
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
