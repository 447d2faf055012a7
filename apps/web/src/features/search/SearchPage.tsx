'use client';
// Full-text search in thoughts, messages and actions. The whole query is in the URL, so an error does not lose it.
import { useState, type ReactNode } from 'react';
import { FilterBar } from '../../components/filter/FilterBar.tsx';
import { RangeSelect } from '../../components/filter/RangeSelect.tsx';
import type { DescribedKey } from '../../components/KeyHint.tsx';
import { ListFoot } from '../../components/list/ListFoot.tsx';
import { LoadedList } from '../../components/list/LoadedList.tsx';
import { PeekFrame } from '../../components/list/PeekFrame.tsx';
import { WithPeek } from '../../components/list/WithPeek.tsx';
import { tracePath } from '../../lib/pages.ts';
import { isRange } from '../../lib/time-range.ts';
import { useAddressProblems } from '../../lib/use-address-problems.ts';
import { isTraceId } from '../../lib/trace-id.ts';
import { HitFeed } from './HitFeed.tsx';
import { HitsSkeleton } from './HitsSkeleton.tsx';
import { LookFurther, NoHits, StartHere } from './NoHits.tsx';
import { SearchControls } from './SearchControls.tsx';
import { cappedWords, coverageSentence, totalWords } from './search-words.ts';
import { CHECKS, useSearchUrl } from './search-url.ts';
import { hasFilters, hasWords, useSearch } from './use-search.ts';
import styles from './search.module.css';

const KEYS_OF_HITS: readonly DescribedKey[] = [
  { ids: ['previous', 'next'], does: 'move' },
  { ids: ['peek'], does: 'peek at the trace' },
  { ids: ['open'], does: 'open the step' },
  { ids: ['compare'], does: 'compare' },
  { ids: ['copyLink'], does: 'copy link' },
];

interface SearchPageProps {
  project: string;
  /** Renders the trace that the URL's `peek` names. */
  peek: ReactNode;
}

export function SearchPage({ project, peek }: SearchPageProps) {
  const [url, setUrl] = useSearchUrl();
  useAddressProblems(CHECKS);
  const { pages, hits, total, terms, coverage } = useSearch(project, url);
  const asks = hasWords(url.q);
  const warning = coverage.data && coverageSentence(coverage.data, hasFilters(url.q));
  const [inPeek, setInPeek] = useState(false);
  /** On a phone the options are behind a button. */
  const [showsOptions, setShowsOptions] = useState(false);
  const peeking = {
    trace: isTraceId(url.peek) ? url.peek : null,
    show: (trace: string | null) => {
      if (trace === null) setInPeek(false);
      void setUrl({ peek: trace }, { history: trace !== null && url.peek === null ? 'push' : 'replace' });
    },
  };
  return (
    <WithPeek
      peek={
        peeking.trace && (
          <Peek project={project} peeking={peeking} onFocusWithin={setInPeek}>
            {peek}
          </Peek>
        )
      }
    >
      <div className={styles.page}>
        <h1 className="visually-hidden">Search in thoughts</h1>
        <FilterBar
          value={url.q}
          onChange={(q) => void setUrl({ q: q || null, far: null })}
          label="Search in thoughts, messages and actions"
          placeholder='"schema changed" -retry tool:update_order'
          slim
        >
          <RangeSelect range={url.range} onChange={(range) => void setUrl({ range })} />
          <button
            type="button"
            className={styles.options}
            aria-expanded={showsOptions}
            aria-controls="search-options"
            onClick={() => setShowsOptions(!showsOptions)}
          >
            Options
          </button>
          <p role="status" className={styles.total}>
            {asks && total && !pages.isPlaceholderData ? totalWords(total) : ' '}
          </p>
        </FilterBar>
        {!isRange(url.range) && (
          <p role="status" className={styles.problem}>
            “{url.range}” is no range of time: all of it is searched. Write 24h, 7d, or two dates as
            2026-11-01..2026-11-08.
          </p>
        )}
        <div id="search-options" className={styles.head} data-shown={showsOptions || undefined}>
          <SearchControls url={url} setUrl={setUrl} />
        </div>
        {warning && (
          <p className={styles.warning} data-whole={showsOptions || undefined} title={warning}>
            <span aria-hidden>⚠ </span>
            {warning}
          </p>
        )}
        {!asks ? (
          <StartHere setUrl={setUrl} hasFilter={url.q.trim() !== ''} />
        ) : (
          <LoadedList
            failure="The search failed. Your query is kept."
            {...{ pages, isEmpty: hits.length === 0 }}
            skeleton={<HitsSkeleton />}
          >
            {() =>
              hits.length === 0 ? (
                <NoHits url={url} setUrl={setUrl} coverage={coverage.data} total={total} />
              ) : (
                <>
                  {total?.capped && !pages.isPlaceholderData && (
                    <p className={styles.capped}>
                      {cappedWords(total)} {total.readSince && url.far !== 1 && <LookFurther setUrl={setUrl} />}
                    </p>
                  )}
                  <HitFeed
                    {...{ project, hits, terms, pages }}
                    group={url.group}
                    peek={peeking}
                    keysAreElsewhere={inPeek}
                  />
                </>
              )
            }
          </LoadedList>
        )}
        {asks && hits.length > 0 && <ListFoot keys={KEYS_OF_HITS} />}
      </div>
    </WithPeek>
  );
}

interface PeekProps {
  project: string;
  peeking: { trace: string | null; show: (trace: string | null) => void };
  onFocusWithin: (inside: boolean) => void;
  children: ReactNode;
}

function Peek({ project, peeking: { trace, show }, onFocusWithin, children }: PeekProps) {
  return (
    <PeekFrame
      label="Peek at the trace of the hit"
      href={tracePath(project, trace ?? '')}
      onClose={() => show(null)}
      onFocusWithin={onFocusWithin}
    >
      {children}
    </PeekFrame>
  );
}
