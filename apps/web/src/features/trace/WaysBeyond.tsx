'use client';
// Of a trace with more spans than a page loads: ways to those that are not here, by time, to what failed, and to the words that are looked for.
// Each is a page of its own around the span that it leads to.
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { duration, exactCount } from '../../lib/format.ts';
import { tracePath } from '../../lib/pages.ts';
import type { SpanRow } from '../../lib/skeleton.ts';
import { namesOf } from '../../lib/skeleton/span-names.ts';
import { useTRPC } from '../../lib/trpc.ts';
import type { TraceAddress } from './trace-address.ts';
import styles from './page.module.css';

interface WaysBeyondProps {
  address: TraceAddress;
  /** Those that are here, the ones around a link last. */
  spans: readonly SpanRow[];
  /** The last of those that the page begins with. */
  after: string;
  /** Words that are looked for in the trace, and the spans that have them. */
  find: string;
  hits: readonly string[];
}

export function WaysBeyond({ address, spans, after, find, hits }: WaysBeyondProps) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.trace.beyond.queryOptions({ ...address, spanId: after }),
    staleTime: 60_000,
  });
  if (error)
    return (
      <ErrorState inline title="Ways to the others were not found." error={error} onRetry={() => void refetch()} />
    );
  if (!data) return null;
  const { places, failures, failed } = data;
  const way = (spanId: string, words: ReactNode, query: Record<string, string> = {}) => (
    // Not within the page: what it has around its link it has from its beginning.
    <a
      href={`${tracePath(address.project, address.trace)}?${new URLSearchParams({ ...query, span: spanId }).toString()}`}
    >
      {words}
    </a>
  );
  const known = new Set(spans.map(({ id }) => id));
  const elsewhere = [...new Set(hits)].filter((id) => !namesOf(id).some((name) => known.has(name)));
  return (
    <>
      {places.length > 0 && (
        <Ways label="Go on at">{places.map(({ spanId, start }) => way(spanId, duration(start)))}</Ways>
      )}
      {failures > 0 && (
        <Ways label={`${exactCount(failures)} failed there`} hasMore={failures > failed.length}>
          {failed.map(({ spanId, name, start }) =>
            way(
              spanId,
              <>
                <PlainText text={name} /> at {duration(start)}
              </>,
            ),
          )}
        </Ways>
      )}
      {elsewhere.length > 0 && (
        <Ways label={`“${find}” is also there`} hasMore={elsewhere.length > MOST_HITS}>
          {elsewhere.slice(0, MOST_HITS).map((spanId, index) => way(spanId, `hit ${index + 1}`, { find }))}
        </Ways>
      )}
    </>
  );
}

const MOST_HITS = 10;

interface WaysProps {
  label: string;
  hasMore?: boolean;
  children: ReactNode[];
}

const Ways = ({ label, hasMore = false, children }: WaysProps) => (
  <p className={styles.ways}>
    {label}:{' '}
    {children.map((child, index) => (
      <Fragment key={index}>
        {index > 0 && ' · '}
        {child}
      </Fragment>
    ))}
    {hasMore && ' …'}
  </p>
);
