'use client';
// The hits, virtualized, with keyboard navigation; Enter opens the step of a hit. Going back restores the current hit.
import { useRef, useState } from 'react';
import { useRouter } from '../../lib/address/address-state.ts';
import { RowsEnd } from '../../components/rows/RowsEnd.tsx';
import { useRem } from '../../components/rows/use-rem.ts';
import { focusRow, useRowKeys } from '../../components/rows/use-row-keys.ts';
import { useWindowRows } from '../../components/rows/use-window-rows.ts';
import type { KeyHandlers } from '../../lib/keyboard/KeyboardProvider.tsx';
import { comparePath } from '../../lib/address/pages.ts';
import { HitItem } from './HitItem.tsx';
import type { SearchUrl } from './search-url.ts';
import { hitPath } from './search-words.ts';
import { hitKey, type SearchHit, type useSearch } from './use-search.ts';
import styles from './search.module.css';

interface HitFeedProps {
  project: string;
  hits: readonly SearchHit[];
  terms: readonly string[];
  group: SearchUrl['group'];
  pages: ReturnType<typeof useSearch>['pages'];
  /** The trace in the peek beside the hits, and a function that changes it. */
  peek: { trace: string | null; show: (trace: string | null) => void };
  /** True while the focus is in the peek, which then handles the keys. */
  keysAreElsewhere: boolean;
}

/** Height of a hit before it is measured. */
const HEIGHT_REM = 6;
/** Survives navigation inside the app. */
const lastOpened = new Map<string, string>();

export function HitFeed({ project, hits, terms, group, pages, ...beside }: HitFeedProps) {
  const router = useRouter();
  const feed = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(() => lastOpened.get(project));
  const { virtualizer, items, margin } = useWindowRows({
    count: hits.length,
    keyOf: (index) => (hits[index] ? hitKey(hits[index]) : ''),
    height: useRem(HEIGHT_REM),
    rows: feed,
    more: pages,
  });
  const current = hits.findIndex((hit) => hitKey(hit) === chosen);
  const pathOf = (index: number) => (hits[index] ? hitPath(project, hits[index], terms) : '');
  const leave = (index: number) => {
    if (hits[index]) lastOpened.set(project, hitKey(hits[index]));
  };
  const { peek, keysAreElsewhere } = beside;
  useRowKeys({
    ...{ count: hits.length, current, rows: feed, pathOf, enabled: !keysAreElsewhere },
    also: useKeysOfHit({ ...beside, project, trace: hits[current]?.traceId, focusHit: () => focusRow(feed, current) }),
    onMove: (index) => {
      setChosen(hits[index] && hitKey(hits[index]));
      if (index >= 0) virtualizer.scrollToIndex(index);
      // The peek follows the current hit.
      if (peek.trace && hits[index]) peek.show(hits[index].traceId);
    },
    onOpen: (index) => {
      leave(index);
      router.push(pathOf(index));
    },
  });
  return (
    <>
      <div
        role="feed"
        aria-label="Hits"
        aria-busy={pages.isFetchingNextPage}
        ref={feed}
        className={styles.feed}
        data-stale={pages.isPlaceholderData || undefined}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, key, start }) => {
          const hit = hits[index];
          return (
            hit && (
              <HitItem
                key={key}
                ref={virtualizer.measureElement}
                hit={hit}
                terms={terms}
                group={group}
                isFirst={hits[index - 1]?.group !== hit.group}
                href={pathOf(index)}
                place={{ index, top: start - margin, of: pages.hasNextPage ? -1 : hits.length }}
                current={index === current}
                tabStop={index === Math.max(current, 0)}
                onFocus={() => setChosen(hitKey(hit))}
                onOpen={() => leave(index)}
              />
            )
          );
        })}
      </div>
      <RowsEnd more={pages} error={pages.error} />
    </>
  );
}

interface KeysOfHit extends Pick<HitFeedProps, 'project' | 'peek' | 'keysAreElsewhere'> {
  /** The trace of the current hit. */
  trace: string | undefined;
  focusHit: () => void;
}

function useKeysOfHit({ project, peek, keysAreElsewhere, trace, focusHit }: KeysOfHit): KeyHandlers {
  const router = useRouter();
  const closePeek = () => {
    peek.show(null);
    if (keysAreElsewhere) focusHit();
  };
  const onHit: KeyHandlers = {
    peek: () => (peek.trace ? closePeek() : trace && peek.show(trace)),
    compare: () => trace && router.push(comparePath(project, trace)),
  };
  return { ...(!keysAreElsewhere && onHit), ...(peek.trace && { escape: closePeek }) };
}
