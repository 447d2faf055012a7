'use client';
// The client for streams, in a chunk of its own, because most pages can be read before it has loaded.
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '../../server/routers/index.ts';

export { keepOpen } from './keep-open.ts';

export const liveClient = createTRPCClient<AppRouter>({
  links: [httpSubscriptionLink({ url: '/api/trpc', transformer: superjson })],
});
