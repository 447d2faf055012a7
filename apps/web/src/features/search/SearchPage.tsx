'use client';
// The search in what was thought, said and done. All that decides what is shown is in the address, so an error keeps the question.
import { ErrorState } from '../../components/ErrorState.tsx';
import { FilterBar } from '../../components/filter/FilterBar.tsx';
import { RangeSelect } from '../../components/filter/RangeSelect.tsx';
import type { KeyDeed } from '../../components/KeyHint.tsx';
import { ListFoot } from '../../components/list/ListFoot.tsx';
import { Loading } from '../../components/Skeleton.tsx';
import { isRange } from '../../lib/time-range.ts';
import { HitFeed } from './HitFeed.tsx';
import { HitsSkeleton } from './HitsSkeleton.tsx';
import { NoHits, StartHere } from './NoHits.tsx';
import { SearchControls } from './SearchControls.tsx';
import { CAPPED, coverageSentence, totalWords } from './search-words.ts';
import { useSearchUrl } from './search-url.ts';
import { hasWords, useSearch } from './use-search.ts';
import styles from './search.module.css';

const KEYS_OF_HITS: readonly KeyDeed[] = [
  { ids: ['previous', 'next'], does: 'move' },
  { ids: ['open'], does: 'open the step' },
  { ids: ['copyLink'], does: 'copy link' },
];

export function SearchPage({ project }: { project: string }) {
  const [url, setUrl] = useSearchUrl();
  const { pages, hits, total, terms, coverage } = useSearch(project, url);
  const asks = hasWords(url.q);
  const warning = coverage.data && coverageSentence(coverage.data);
  const failed = pages.error && hits.length === 0;
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">Search in thoughts</h1>
      <FilterBar
        value={url.q}
        onChange={(q) => void setUrl({ q: q || null })}
        label="Search in what was thought, said and done"
        placeholder='"schema changed" -retry tool:update_order'
      >
        <RangeSelect range={url.range} onChange={(range) => void setUrl({ range })} />
      </FilterBar>
      {!isRange(url.range) && (
        <p role="status" className={styles.problem}>
          “{url.range}” is no range of time: all of it is searched. Write 24h, 7d, or two dates as
          2026-11-01..2026-11-08.
        </p>
      )}
      <div className={styles.head}>
        <SearchControls url={url} setUrl={setUrl} />
        <p role="status" className={styles.total}>
          {asks && total && !pages.isPlaceholderData ? totalWords(total) : ' '}
        </p>
      </div>
      {warning && (
        <p className={styles.warning}>
          <span aria-hidden>⚠ </span>
          {warning}
        </p>
      )}
      {asks && total?.capped && hits.length > 0 && !pages.isPlaceholderData && (
        <p className={styles.capped}>{CAPPED}</p>
      )}
      {!asks ? (
        <StartHere setUrl={setUrl} hasFilter={url.q.trim() !== ''} />
      ) : failed ? (
        <ErrorState
          title="The search could not be done. Your words are kept."
          error={pages.error}
          onRetry={() => void pages.refetch()}
        />
      ) : (
        <Loading pending={pages.isPending} skeleton={<HitsSkeleton />}>
          {() =>
            hits.length === 0 ? (
              <NoHits url={url} setUrl={setUrl} coverage={coverage.data} capped={total?.capped === true} />
            ) : (
              <HitFeed project={project} hits={hits} terms={terms} group={url.group} pages={pages} />
            )
          }
        </Loading>
      )}
      {asks && hits.length > 0 && <ListFoot keys={KEYS_OF_HITS} />}
    </div>
  );
}
