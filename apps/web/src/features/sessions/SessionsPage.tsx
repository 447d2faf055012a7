'use client';
// The list of sessions: filter, sums, rows. All state is in the URL.
import { FilterBar } from '../../components/filter/FilterBar.tsx';
import { RangeSelect } from '../../components/filter/RangeSelect.tsx';
import type { DescribedKey } from '../../components/controls/KeyHint.tsx';
import { ListFoot } from '../../components/list/ListFoot.tsx';
import { ListNews } from '../../components/list/ListNews.tsx';
import { LoadedList } from '../../components/list/LoadedList.tsx';
import { isRange } from '../../lib/time/time-range.ts';
import { NoSessions } from './NoSessions.tsx';
import { useSessionsUrl } from './sessions-url.ts';
import { SessionsSummary } from './SessionsSummary.tsx';
import { SessionsTable } from './SessionsTable.tsx';
import { Skeleton } from '../../components/states/Skeleton.tsx';
import { useSessions } from './use-sessions.ts';
import styles from './sessions.module.css';

const KEYS_OF_SESSIONS: readonly DescribedKey[] = [
  { ids: ['previous', 'next'], does: 'move' },
  { ids: ['open'], does: 'open' },
  { ids: ['copyLink'], does: 'copy link' },
];

export function SessionsPage({ project }: { project: string }) {
  const [url, setUrl] = useSessionsUrl();
  const { pages, rows, totals, news, waiting, showNewest } = useSessions(project, url);
  const isFailed = pages.error !== null && rows.length === 0;
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">Sessions</h1>
      <ListNews {...news} />
      <FilterBar
        value={url.q}
        onChange={(q) => void setUrl({ q: q || null })}
        label="Filter sessions by their turns, id or user"
        placeholder="Type words, a user or an id, or pick a filter"
      >
        <RangeSelect range={url.range} onChange={(range) => void setUrl({ range })} />
      </FilterBar>
      {!isRange(url.range) && (
        <p role="status" className={styles.problem}>
          “{url.range}” is no range of time: all sessions are shown. Write 24h, 7d, or two dates as
          2026-11-01..2026-11-08.
        </p>
      )}
      <SessionsSummary
        totals={totals.data}
        failure={isFailed || !totals.error ? undefined : { error: totals.error, onRetry: () => void totals.refetch() }}
        filtered={url.q !== ''}
        waiting={waiting}
        onShowNewest={showNewest}
      />
      <LoadedList
        failure="The sessions could not be loaded."
        {...{ pages, isEmpty: rows.length === 0 }}
        skeleton={<SessionsSkeleton />}
      >
        {() =>
          rows.length === 0 ? (
            <NoSessions project={project} url={url} setUrl={setUrl} />
          ) : (
            <SessionsTable project={project} rows={rows} pages={pages} />
          )
        }
      </LoadedList>
      {rows.length > 0 && <ListFoot keys={KEYS_OF_SESSIONS} legend={rows.map(({ costs }) => costs)} />}
    </div>
  );
}

/** Twelve placeholders of the final height. */
function SessionsSkeleton() {
  return (
    <div>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className={styles.skeletonRow}>
          <Skeleton width={`${45 + ((index * 37) % 45)}%`} height="0.875rem" />
          <Skeleton width="5rem" height="0.875rem" />
          <Skeleton width={`${40 + ((index * 53) % 50)}%`} height="0.875rem" />
        </div>
      ))}
    </div>
  );
}
