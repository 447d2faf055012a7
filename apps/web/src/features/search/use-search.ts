'use client';
// The hits of a search, page by page, and the share of thinking in its range that has text.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { conditionsOf } from '../../lib/traces/trace-filter.ts';
import { useTRPC, type RouterOutputs } from '../../lib/requests/trpc.ts';
import { fieldsOf, type SearchUrl } from './search-url.ts';

export type SearchAnswer = RouterOutputs['search']['find'];
export type SearchHit = SearchAnswer['hits'][number];
export type Coverage = RouterOutputs['search']['coverage'];

/** True if the query has words; without any, nothing is searched. */
export const hasWords = (q: string): boolean =>
  conditionsOf(q).some((condition) => condition.field === 'text' && !condition.negated);

/** True if the query has conditions on traces besides the words. */
export const hasFilters = (q: string): boolean => conditionsOf(q).some(({ field }) => field !== 'text');

export function useSearch(project: string, { q, in: fields, range, group, far }: SearchUrl) {
  const trpc = useTRPC();
  const input = { project, q, in: fieldsOf(fields), range, group, far: far === 1 };
  const options = trpc.search.find.infiniteQueryOptions(input, {
    getNextPageParam: ({ next }) => next,
    initialCursor: null,
    // Sent in a request of its own, so that a slow search delays no other query.
    trpc: { context: { alone: true } },
  });
  const pages = useInfiniteQuery({ ...options, enabled: hasWords(q), placeholderData: keepPreviousData });
  const coverage = useQuery(trpc.search.coverage.queryOptions({ project, range }));
  const hits = useMemo(() => {
    const all = (pages.data?.pages ?? []).flatMap((page) => page.hits);
    return [...new Map(all.map((hit) => [hitKey(hit), hit])).values()];
  }, [pages.data]);
  const first = pages.data?.pages[0];
  return { pages, hits, total: first?.total, terms: first?.terms ?? [], coverage };
}

export const hitKey = ({ traceId, spanId, index }: SearchHit): string => `${traceId}.${spanId}.${index}`;
