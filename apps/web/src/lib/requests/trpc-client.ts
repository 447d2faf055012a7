'use client';
// The tRPC client, in a chunk of its own: pages arrive with their first rows and render before it has loaded.
import { createTRPCUntypedClient, type TRPCUntypedClient } from '@trpc/client';
import { httpBatchLink } from '@trpc/client/links/httpBatchLink';
import { httpLink } from '@trpc/client/links/httpLink';
import { splitLink } from '@trpc/client/links/splitLink';
import superjson from 'superjson';
import type { AppRouter } from '../../server/routers/index.ts';
import { MAX_BATCHED } from './most-batched.ts';

/** For the members' endpoint, or a share link's. */
export function makeClient(url: string): TRPCUntypedClient<AppRouter> {
  const endpoint = { url, transformer: superjson };
  return createTRPCUntypedClient({
    links: [
      // A slow query is sent in a request of its own, so that fast ones do not wait for it:
      // `queryOptions(input, { trpc: { context: { alone: true } } })`.
      splitLink({
        condition: (operation) => operation.context.alone === true,
        true: httpLink(endpoint),
        false: httpBatchLink({ ...endpoint, maxURLLength: 4000, maxItems: MAX_BATCHED }),
      }),
    ],
  });
}
