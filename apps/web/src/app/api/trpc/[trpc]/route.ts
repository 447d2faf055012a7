import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { trustedOrigins } from '../../../../server/env.ts';
import { logError } from '../../../../server/log-error.ts';
import { appRouter } from '../../../../server/routers/index.ts';
import { services } from '../../../../server/services.ts';
import { createContext } from '../../../../server/trpc.ts';

// A page of another origin has no business here, whatever cookies the browser attaches.
function isForeign(request: Request): boolean {
  const origin = request.headers.get('origin');
  return origin !== null && !trustedOrigins(services().env.webUrl).includes(origin);
}

function handle(request: Request): Promise<Response> | Response {
  if (isForeign(request)) return new Response('Requests of other origins are not answered.', { status: 403 });
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    createContext: () => createContext(services(), request.headers),
    // A stream must not wait for a compressor to have enough.
    responseMeta: ({ type }) => ({
      headers: { 'cache-control': type === 'subscription' ? 'no-store, no-transform' : 'no-store' },
    }),
    onError: logError,
  });
}

export { handle as GET, handle as POST };
