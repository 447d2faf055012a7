// The one way from a browser to the procedures: whose request it is is found out from its head, before anything of its
// input is read.
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { MAX_BATCHED } from '../../lib/requests/most-batched.ts';
import { trustedOrigins } from '../env.ts';
import {
  boundedRequest,
  clientAddressOf,
  clientNetwork,
  Refused,
  RefusedRequests,
  tooManyRefused,
} from '../gate/index.ts';
import { retryAfterHeader } from '../large-reads/busy-error.ts';
import { logError } from './log-error.ts';
import { appRouter } from '../routers/index.ts';
import type { Services } from '../services.ts';
import { createContext, type Context } from './trpc.ts';
import { Versioned } from './versioned.ts';

/** `refusals`: of the process, unless a test brings its own. */
export async function answerTrpc(
  asked: Request,
  services: Services,
  refusals: RefusedRequests = ofProcess,
): Promise<Response> {
  // Not counted: another site could have a user's own browser send them.
  if (isForeign(asked, services)) return new Response('Requests of other origins are not answered.', { status: 403 });
  const context = createContext(services, asked.headers);
  // If the database cannot be reached, the gate of the procedures says so, which waits for the same user.
  const user = await context.user().catch(() => undefined);
  // A user behind the same address as an attacker is not kept out with the attacker.
  const sender = user ? `user ${user.id}` : clientNetwork(clientAddressOf(asked.headers));
  const wait = await refusals.secondsToWait(sender);
  // The body of a stranger is never read: the gate of the procedures refuses it without an input.
  const request = user && wait === undefined ? await boundedRequest(asked) : asked;
  const { answer, isRefused } =
    request instanceof Response ? { answer: request, isRefused: true } : await handle(request, { context, wait });
  if (wait === undefined && (isRefused || user === undefined)) await refusals.count(sender);
  return answer;
}

const ofProcess = new RefusedRequests();

interface Handled {
  context: Context;
  /** Seconds until this sender is answered again; undefined = now. */
  wait: number | undefined;
}

async function handle(request: Request, { context, wait }: Handled) {
  const versioned = new Versioned(request);
  let isRefused = false;
  const answer = await fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    maxBatchSize: MAX_BATCHED,
    router: appRouter,
    createContext() {
      if (wait !== undefined) throw tooManyRefused(wait);
      return { ...context, versioned };
    },
    responseMeta: ({ type, errors }) => ({
      headers: {
        // A stream must not wait for a compressor to have enough.
        'cache-control': type === 'subscription' ? 'no-store, no-transform' : 'no-store',
        ...retryAfterHeader(errors),
        ...(wait !== undefined && { 'retry-after': String(wait) }),
      },
    }),
    onError(failed) {
      isRefused ||= failed.error instanceof Refused || failed.error.cause instanceof SyntaxError;
      logError(failed);
    },
  });
  return { answer: await versioned.seal(answer), isRefused };
}

/** A page of another origin is refused, also when the browser attaches cookies. */
function isForeign(request: Request, { env }: Services): boolean {
  const origin = request.headers.get('origin');
  return origin !== null && !trustedOrigins(env.webUrl).includes(origin);
}
