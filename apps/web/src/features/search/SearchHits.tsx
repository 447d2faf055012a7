'use client';
// The hits of a search, with where to look if there are none or too many.
import { LoadedList } from '../../components/list/LoadedList.tsx';
import { HitFeed } from './HitFeed.tsx';
import { LookFurther, NoHits, StartHere } from './NoHits.tsx';
import { cappedWords } from './search-words.ts';
import type { SearchUrl, SetSearchUrl } from './search-url.ts';
import { Skeleton } from '../../components/states/Skeleton.tsx';
import { hasWords, type useSearch } from './use-search.ts';
import styles from './search.module.css';

interface SearchHitsProps {
  project: string;
  url: SearchUrl;
  setUrl: SetSearchUrl;
  search: ReturnType<typeof useSearch>;
  peeking: Parameters<typeof HitFeed>[0]['peek'];
  /** The peek handles the keys. */
  inPeek: boolean;
}

export function SearchHits({ project, url, setUrl, search, peeking, inPeek }: SearchHitsProps) {
  const { pages, hits, total, terms, coverage } = search;
  if (!hasWords(url.q)) return <StartHere setUrl={setUrl} hasFilter={url.q.trim() !== ''} />;
  return (
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
            <HitFeed {...{ project, hits, terms, pages }} group={url.group} peek={peeking} keysAreElsewhere={inPeek} />
          </>
        )
      }
    </LoadedList>
  );
}

/** Eight placeholders of about the final height. */
function HitsSkeleton() {
  return (
    <div>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={styles.skeletonHit}>
          <Skeleton width={`${30 + ((index * 37) % 25)}%`} height="0.875rem" />
          <Skeleton width={`${55 + ((index * 53) % 40)}%`} height="0.875rem" />
          <Skeleton width="14rem" height="0.875rem" />
        </div>
      ))}
    </div>
  );
}
