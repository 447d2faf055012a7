import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { MOST_BATCHED } from '../../../../lib/most-batched.ts';
import { boundedRequest } from '../../../../server/gate/index.ts';
import { trustedOrigins } from '../../../../server/env.ts';
import { logError } from '../../../../server/log-error.ts';
import { appRouter } from '../../../../server/routers/index.ts';
import { services } from '../../../../server/services.ts';
import { createContext } from '../../../../server/trpc.ts';
import { Versioned } from '../../../../server/versioned.ts';

// A page of another origin has no business here, whatever cookies the browser attaches.
function isForeign(request: Request): boolean {
  const origin = request.headers.get('origin');
  return origin !== null && !trustedOrigins(services().env.webUrl).includes(origin);
}

async function handle(asked: Request): Promise<Response> {
  if (isForeign(asked)) return new Response('Requests of other origins are not answered.', { status: 403 });
  const request = await boundedRequest(asked);
  if (request instanceof Response) return request;
  const versioned = new Versioned(request);
  const answer = await fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    maxBatchSize: MOST_BATCHED,
    router: appRouter,
    createContext: () => ({ ...createContext(services(), request.headers), versioned }),
    // A stream must not wait for a compressor to have enough.
    responseMeta: ({ type }) => ({
      headers: { 'cache-control': type === 'subscription' ? 'no-store, no-transform' : 'no-store' },
    }),
    onError: logError,
  });
  return versioned.seal(answer);
}

export { handle as GET, handle as POST };
