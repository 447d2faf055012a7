// Lets a page run its queries on the server, so that the first paint has rows:
//   await prefetch((trpc) => trpc.traces.list.queryOptions(input)); return <Prefetched><TraceList /></Prefetched>;
import 'server-only';
import {
  dehydrate,
  HydrationBoundary,
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
} from '@tanstack/react-query';
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { headers } from 'next/headers';
import { after } from 'next/server';
import { setTimeout as delay } from 'node:timers/promises';
import { cache, type ReactNode } from 'react';
import { makeQueryClient } from '../../lib/requests/query-client.ts';
import { appRouter, type AppRouter } from '../routers/index.ts';
import { services } from '../services.ts';
import { createContext } from './trpc.ts';

/** The first rows of a list are due 800 ms after navigation. */
const MAX_WAIT_FOR_LIST_MS = 500;
/** For pages whose fallback takes even longer: the whole of a trace with 100,000 spans. */
const MAX_WAIT_MS = 2000;

const queryClient = cache(makeQueryClient);
const requestContext = cache(async () => createContext(services(), await headers()));
const proxy: TRPCOptionsProxy<AppRouter> = createTRPCOptionsProxy({
  router: appRouter,
  ctx: requestContext,
  queryClient,
});

/**
 * Runs a query before the page is rendered; never throws. Returns its data, or undefined if it failed: the browser
 * repeats a failed query and shows its error.
 */
export async function prefetch<Key extends readonly unknown[]>(
  options: (trpc: TRPCOptionsProxy<AppRouter>) => { queryKey: Key },
) {
  const asked = options(proxy);
  await queryClient().prefetchQuery(asked as unknown as FetchQueryOptions);
  return queryClient().getQueryData(asked.queryKey);
}

/**
 * The same for the first page of a list. A slow list does not delay the page: then the browser loads it, with a
 * placeholder.
 */
export function prefetchPages<Options extends { queryKey: readonly unknown[] }>(
  options: (trpc: TRPCOptionsProxy<AppRouter>) => Options,
): Promise<void> {
  const fetching = queryClient().prefetchInfiniteQuery(options(proxy) as unknown as FetchInfiniteQueryOptions);
  return atMost(MAX_WAIT_FOR_LIST_MS, fetching);
}

/**
 * Like `prefetch`, but a slow response does not delay the page. Returns it, or undefined if it failed or was too late.
 */
export function prefetchSoon<Key extends readonly unknown[]>(
  options: (trpc: TRPCOptionsProxy<AppRouter>) => { queryKey: Key },
) {
  return atMost(MAX_WAIT_MS, prefetch(options));
}

/**
 * Starts a query that the browser sends right after the page; the procedure caches the result.
 */
export async function prepare(
  ask: (api: ReturnType<typeof appRouter.createCaller>) => Promise<unknown>,
): Promise<void> {
  const api = appRouter.createCaller(await requestContext());
  // An error here occurs again when the browser requests, and is reported there.
  after(() => ask(api).catch(() => undefined));
}

const atMost = <Value,>(milliseconds: number, fetching: Promise<Value>): Promise<Value | undefined> =>
  Promise.race([fetching, delay(milliseconds, undefined, { ref: false })]);

export function Prefetched({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(queryClient())}>{children}</HydrationBoundary>;
}
