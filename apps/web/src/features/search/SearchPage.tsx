'use client';
// Full-text search in thoughts, messages and actions. The whole query is in the URL, so an error does not lose it.
import { useState, type ReactNode } from 'react';
import type { DescribedKey } from '../../components/controls/KeyHint.tsx';
import { ListFoot } from '../../components/list/ListFoot.tsx';
import { PeekFrame } from '../../components/list/PeekFrame.tsx';
import { WithPeek } from '../../components/list/WithPeek.tsx';
import { tracePath } from '../../lib/address/pages.ts';
import { useAddressProblems } from '../../lib/address/use-address-problems.ts';
import { isTraceId } from '../../lib/address/trace-id.ts';
import { SearchHead } from './SearchHead.tsx';
import { SearchHits } from './SearchHits.tsx';
import { coverageSentence, totalWords } from './search-words.ts';
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
  const search = useSearch(project, url);
  const { pages, hits, total, coverage } = search;
  const asks = hasWords(url.q);
  const warning = coverage.data && coverageSentence(coverage.data, hasFilters(url.q));
  const [inPeek, setInPeek] = useState(false);
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
        <SearchHead
          {...{ url, setUrl, warning }}
          total={asks && total && !pages.isPlaceholderData ? totalWords(total) : undefined}
        />
        <SearchHits {...{ project, url, setUrl, search, peeking, inPeek }} />
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
