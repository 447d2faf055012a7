/** Sends one request of the server to a provider, through the gate for what leaves it. */
import { askProvider, replyOf, type ProviderOutcome, type ProviderRequest } from '@subtext/reasoning';
import { setTimeout as wait } from 'node:timers/promises';

export interface SendOptions {
  fetch: typeof fetch;
  signal?: AbortSignal | undefined;
  firstPauseMs?: number;
}

const TIMEOUT_MS = 150_000;

export function send(request: ProviderRequest, { fetch, signal, ...pauses }: SendOptions): Promise<ProviderOutcome> {
  return askProvider(request, {
    ...pauses,
    ask: async ({ url, headers, body }) =>
      replyOf(await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) })),
    pause: (milliseconds) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
    now: () => performance.now(),
    isStopped: () => signal?.aborted === true,
  });
}
