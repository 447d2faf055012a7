'use client';
// Links to the spans that a page of a large trace does not load: by time, to failures, and to matches of the find text.
// Each opens a page of its own around that span.
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { exactCount, timeFromStart } from '../../../lib/figures/format.ts';
import { tracePath } from '../../../lib/address/pages.ts';
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';
import { namesOf } from '../../../lib/skeleton/span-names.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './page.module.css';

interface OutsideLinksProps {
  address: TraceAddress;
  /** The loaded spans; those around a linked span come last. */
  spans: readonly SpanRow[];
  /** The last of the first spans of the trace, which every page loads. */
  after: string;
  /** The find text, and the spans that match it. */
  find: string;
  hits: readonly string[];
}

export function OutsideLinks({ address, spans, after, find, hits }: OutsideLinksProps) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.trace.beyond.queryOptions({ ...address, spanId: after }),
    staleTime: 60_000,
  });
  if (error)
    return (
      <ErrorState
        inline
        title="The links to the other spans could not be loaded."
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return null;
  const { places, failures, failed } = data;
  const way = (spanId: string, words: ReactNode, query: Record<string, string> = {}) => (
    // A full page load, because a page loads the surroundings of its link only when it opens.
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
        <Ways label="Continue at">{places.map(({ spanId, start }) => way(spanId, timeFromStart(start)))}</Ways>
      )}
      {failures > 0 && (
        <Ways label={`${exactCount(failures)} failed there`} hasMore={failures > failed.length}>
          {failed.map(({ spanId, name, start }) =>
            way(
              spanId,
              <>
                <PlainText text={name} /> at {timeFromStart(start)}
              </>,
            ),
          )}
        </Ways>
      )}
      {elsewhere.length > 0 && (
        <Ways label={`“${find}” is also found there`} hasMore={elsewhere.length > MAX_HITS}>
          {elsewhere.slice(0, MAX_HITS).map((spanId, index) => way(spanId, `hit ${index + 1}`, { find }))}
        </Ways>
      )}
    </>
  );
}

const MAX_HITS = 10;

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
