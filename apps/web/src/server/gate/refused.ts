// Counts refused requests: a client with many of them has to wait, so that refusing stays cheap.
import { TRPCError } from '@trpc/server';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** A refused request, in contrast to a request for something that does not exist. */
export class Refused extends TRPCError {}

const PER_MINUTE = 60;
const SECONDS = 60;

/** Counted in memory, by each process for itself. */
export class RefusedRequests {
  readonly #limiter = new RateLimiterMemory({ points: PER_MINUTE, duration: SECONDS });

  /** Seconds for which this sender is blocked; undefined = not blocked. */
  async secondsToWait(sender: string): Promise<number | undefined> {
    const counted = await this.#limiter.get(sender);
    if (counted === null || counted.consumedPoints < PER_MINUTE) return undefined;
    return Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
  }

  async count(sender: string): Promise<void> {
    await this.#limiter.penalty(sender, 1);
  }
}

export const tooManyRefused = (seconds: number) =>
  new Refused({
    code: 'TOO_MANY_REQUESTS',
    message: `Too many of your requests were refused. Try again in ${seconds} s.`,
  });
