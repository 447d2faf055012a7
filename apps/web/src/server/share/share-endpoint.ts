// The only route from a share link to data: every request goes to the router of links, with the token for its gate.
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { MAX_BATCHED } from '../../lib/requests/most-batched.ts';
import { retryAfterHeader } from '../large-reads/busy-error.ts';
import { logError } from '../trpc/log-error.ts';
import { shareRouter } from '../routers/trace/share.ts';
import { createShareContext, type ShareContext } from './share.ts';

export function answerShare(
  request: Request,
  token: string,
  services: Pick<ShareContext, 'sql' | 'reads'>,
): Promise<Response> {
  // The name of the procedure follows the last slash, for any spelling of the token before it.
  const { pathname } = new URL(request.url);
  return fetchRequestHandler({
    endpoint: pathname.slice(0, pathname.lastIndexOf('/')),
    req: request,
    maxBatchSize: MAX_BATCHED,
    router: shareRouter,
    createContext: () => createShareContext(services, token),
    responseMeta: ({ errors }) => ({ headers: { 'cache-control': 'no-store', ...retryAfterHeader(errors) } }),
    onError: logError,
  });
}
