// Limits the requests of a key. Counted in memory by each process, so that it costs no query; several processes allow a
// multiple.
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const SECONDS = 60;

/** By requests per minute: an installation has one such number, tests have several. */
const limiters = new LRUCache<number, RateLimiterMemory>({ max: 10 });

function limiterOf(perMinute: number): RateLimiterMemory {
  const known = limiters.get(perMinute);
  if (known) return known;
  const limiter = new RateLimiterMemory({ points: perMinute, duration: SECONDS });
  limiters.set(perMinute, limiter);
  return limiter;
}

/**
 * Counts one request. Returns the seconds to wait when there were too many in this minute, else undefined. `perMinute`
 * 0 = unlimited.
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
