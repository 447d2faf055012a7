// How often a key may ask: counted in memory, by each process for itself, so that it costs no query. Of several
// processes each gives as much.
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const SECONDS = 60;

/** By how many a minute: an installation has one such number, tests have several. */
const limiters = new LRUCache<number, RateLimiterMemory>({ max: 10 });

function limiterOf(perMinute: number): RateLimiterMemory {
  const known = limiters.get(perMinute);
  if (known) return known;
  const limiter = new RateLimiterMemory({ points: perMinute, duration: SECONDS });
  limiters.set(perMinute, limiter);
  return limiter;
}

/**
 * Counts one question. Seconds to wait when there were too many in this minute; undefined: go on. `perMinute` 0 = as
 * often as it likes.
 */
export async function secondsToWait(keyId: string, perMinute: number): Promise<number | undefined> {
  if (perMinute === 0) return undefined;
  try {
    await limiterOf(perMinute).consume(keyId);
    return undefined;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
  }
}
