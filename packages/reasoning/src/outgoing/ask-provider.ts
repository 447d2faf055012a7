/**
 * Asks a provider, tries again what it refuses for the moment, and says whether a request without an answer may have been
 * charged. The connection, the clock and the pauses are the caller's.
 */
import type { ProviderRequest } from './provider-request.ts';

export interface ProviderReply {
  status: number;
  contentType: string | null;
  body: string;
}

/** What a caller that asks by `fetch` resolves to. */
export const replyOf = async (response: Response): Promise<ProviderReply> => ({
  status: response.status,
  contentType: response.headers.get('content-type'),
  body: await response.text(),
});

/** `unsent`: it never reached the provider. `unknown`: it may have, and may be charged. */
export type ProviderOutcome =
  ({ kind: 'answer'; latencyMs: number } & ProviderReply) | { kind: 'unsent' | 'unknown'; reason: string };

export interface Asking {
  /** Rejects when no answer came. */
  ask: (request: ProviderRequest) => Promise<ProviderReply>;
  /** Resolves early when the caller stops. */
  pause: (milliseconds: number) => Promise<void>;
  /** Milliseconds of a clock that only goes forward. */
  now: () => number;
  isStopped: () => boolean;
  /** Before the second attempt; it doubles. */
  firstPauseMs?: number;
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/** Too many requests, and servers that cannot answer: providers do not charge for these. */
const isForTheMoment = (status: number): boolean => status === 408 || status === 429 || status >= 500;

export async function askProvider(request: ProviderRequest, asking: Asking): Promise<ProviderOutcome> {
  const { pause, isStopped, firstPauseMs = FIRST_PAUSE_MS } = asking;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await askOnce(request, asking);
    const isOver = outcome.kind !== 'answer' || !isForTheMoment(outcome.status) || attempt === ATTEMPTS;
    if (isOver || isStopped()) return outcome;
    await pause(Math.min(LONGEST_PAUSE_MS, firstPauseMs * 2 ** (attempt - 1)));
    if (isStopped()) return outcome;
  }
}

async function askOnce(request: ProviderRequest, { ask, now }: Asking): Promise<ProviderOutcome> {
  const startedAt = now();
  try {
    const reply = await ask(request);
    return { kind: 'answer', ...reply, latencyMs: now() - startedAt };
  } catch (error) {
    return { kind: wasSent(error) ? 'unknown' : 'unsent', reason: reasonOf(error) };
  }
}

/** Errors before a connection: the provider has seen nothing. RefusedDestination is that of packages/outbound. */
const BEFORE_CONNECTION: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'RefusedDestination'],
]);
/** An error whose causes form a circle must not be followed forever. */
const MAX_CAUSES = 10;

function wasSent(error: unknown): boolean {
  let at = error;
  for (let depth = 0; at instanceof Error && depth < MAX_CAUSES; depth += 1) {
    if (BEFORE_CONNECTION.has(at.name) || ('code' in at && BEFORE_CONNECTION.has(at.code))) return false;
    at = at.cause;
  }
  return true;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
