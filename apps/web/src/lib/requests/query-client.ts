// How long results are cached and when failed requests are retried, for the browser and for data that the server
// prefetches.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../../server/routers/index.ts';
import { MAX_TRIES, sayWaiting } from './fetch-in-turn.ts';

// Detected by its shape, because its class is in the tRPC client, which loads after the page.
const isRequestError = (error: unknown): error is TRPCClientError<AppRouter> =>
  error instanceof Error && error.name === 'TRPCClientError';

/** The id under which the server logged a failed request; undefined when the request did not reach it. */
export function requestIdOf(error: unknown): string | undefined {
  const data: unknown = isRequestError(error) ? error.data : undefined;
  return typeof data === 'object' && data !== null && 'requestId' in data ? String(data.requestId) : undefined;
}

function statusOf(error: unknown): number | undefined {
  return isRequestError(error) ? error.data?.httpStatus : undefined;
}

/** The resource does not exist, so a retry would not help. */
export const isNotFound = (error: unknown): boolean => statusOf(error) === 404;

/** Without a session nothing on the page works, so go to the sign-in page. */
function onError(error: Error): void {
  if (statusOf(error) === 401 && typeof window !== 'undefined') window.location.assign('/sign-in?error=SESSION_ENDED');
}

/** Seconds after which the server wants to be asked again; undefined where it said nothing of that kind. */
function waitOf(error: unknown): number | undefined {
  const data: unknown = isRequestError(error) ? error.data : undefined;
  if (typeof data !== 'object' || data === null || !('retryAfter' in data)) return undefined;
  return typeof data.retryAfter === 'number' ? data.retryAfter : undefined;
}

/** What the server refused it will refuse again, unless it said when to ask again; a lost connection may come back. */
function retry(failures: number, error: unknown): boolean {
  const seconds = waitOf(error);
  if (seconds === undefined) return failures < 1 && (statusOf(error) ?? 500) >= 500;
  if (failures === 0) sayWaiting(seconds);
  return failures < MAX_TRIES;
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 20_000,
        retry,
        retryDelay: (failures, error) => (waitOf(error) ?? Math.min(2 ** failures, 30)) * 1000,
        refetchOnWindowFocus: false,
      },
    },
  });
}
