'use client';
// The client of tRPC, in a chunk of its own: pages come with their first rows, and are drawn before it has loaded.
import { createTRPCUntypedClient, type TRPCUntypedClient } from '@trpc/client';
import { httpBatchLink } from '@trpc/client/links/httpBatchLink';
import { httpLink } from '@trpc/client/links/httpLink';
import { splitLink } from '@trpc/client/links/splitLink';
import superjson from 'superjson';
import type { AppRouter } from '../server/routers/index.ts';
import { MOST_BATCHED } from './most-batched.ts';

/** For the gate of members, or that of a link. */
export function makeClient(url: string): TRPCUntypedClient<AppRouter> {
  const endpoint = { url, transformer: superjson };
  return createTRPCUntypedClient({
    links: [
      // A slow query goes alone, so that quick ones need not wait for it: `queryOptions(input, { trpc: { context: { alone: true } } })`.
      splitLink({
        condition: (operation) => operation.context.alone === true,
        true: httpLink(endpoint),
        false: httpBatchLink({ ...endpoint, maxURLLength: 4000, maxItems: MOST_BATCHED }),
      }),
    ],
  });
}
