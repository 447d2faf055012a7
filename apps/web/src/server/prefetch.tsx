// Lets a page run its queries on the server, so that the first paint has rows:
//   await prefetch((trpc) => trpc.traces.list.queryOptions(input)); return <Prefetched><TraceList /></Prefetched>;
import 'server-only';
import { dehydrate, HydrationBoundary, type FetchQueryOptions } from '@tanstack/react-query';
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { headers } from 'next/headers';
import { cache, type ReactNode } from 'react';
import { makeQueryClient } from '../lib/query-client.ts';
import { appRouter, type AppRouter } from './routers/index.ts';
import { services } from './services.ts';
import { createContext } from './trpc.ts';

const queryClient = cache(makeQueryClient);
const requestContext = cache(async () => createContext(services(), await headers()));
const proxy: TRPCOptionsProxy<AppRouter> = createTRPCOptionsProxy({
  router: appRouter,
  ctx: requestContext,
  queryClient,
});

/** Runs a query before the page is rendered; never throws. What fails here is asked again, and its error shown, by the browser. */
export function prefetch<Options extends { queryKey: readonly unknown[] }>(
  options: (trpc: TRPCOptionsProxy<AppRouter>) => Options,
): Promise<void> {
  return queryClient().prefetchQuery(options(proxy) as unknown as FetchQueryOptions);
}

export function Prefetched({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(queryClient())}>{children}</HydrationBoundary>;
}
