'use client';
// The state of the list from the URL and its view, and the functions that change it.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { columnsText, type ShownColumn } from './columns/columns.ts';
import { isTraceId } from '../../lib/address/trace-id.ts';
import { orderText, type TraceOrder } from '../../lib/traces/trace-sort.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { columnsWith, type ColumnId } from './table/list-columns.ts';
import { MAX_SELECTED, useListUrl } from './address/list-url.ts';
import {
  addressFor,
  BUILT_IN_VIEWS,
  listState,
  type ListAddress,
  type ListView,
  type ViewParams,
} from './views/list-views.ts';

export function useList(project: string) {
  const [url, setUrl] = useListUrl();
  const { views, isPending } = useViews(project, url.view);
  const view = url.view === null ? undefined : views.find(({ id }) => id === url.view);
  const address: ListAddress = useMemo(
    () => ({ q: url.q, range: url.range, sort: url.sort, cols: url.cols, density: url.density }),
    [url.q, url.range, url.sort, url.cols, url.density],
  );
  const state = useMemo(() => listState(address, view), [address, view]);
  const selected = useMemo(() => [...new Set(url.sel ?? [])].filter(isTraceId).slice(0, MAX_SELECTED), [url.sel]);

  const change = useCallback((params: ViewParams) => void setUrl(addressFor(params, view)), [setUrl, view]);
  return {
    ...state,
    url,
    setUrl,
    address,
    view,
    views,
    /** While the view of the URL loads, the list's state is not known. */
    waitsForView: isPending && url.view !== null,
    peek: isTraceId(url.peek) ? url.peek : null,
    selected,
    change,
    setOrder: (order: TraceOrder) => change({ sort: orderText(order) }),
    setColumns: (columns: readonly ShownColumn[]) =>
      change({
        cols: columnsText(columns as readonly ShownColumn<ColumnId>[], columnsWith(columns.map(({ id }) => id))) ?? '',
      }),
    setSelected: (ids: readonly string[]) => void setUrl({ sel: ids.length > 0 ? ids.slice(0, MAX_SELECTED) : null }),
  };
}

export type List = ReturnType<typeof useList>;

/** Saved views are loaded when the URL names one, or when the menu opens. */
function useViews(project: string, named: string | null): { views: readonly ListView[]; isPending: boolean } {
  const trpc = useTRPC();
  const builtIn = BUILT_IN_VIEWS.some(({ id }) => id === named);
  const { data, isLoading } = useQuery({
    ...trpc.views.list.queryOptions({ project }),
    enabled: named !== null && !builtIn,
  });
  const views = useMemo(() => [...BUILT_IN_VIEWS, ...(data ?? [])], [data]);
  return { views, isPending: isLoading };
}
