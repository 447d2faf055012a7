/**
 * Limits a client's attempts to sign in. Counted in memory by each process, like the limit of the read API, so several
 * processes allow a multiple. Networks have separate counts, so that one client cannot use up the attempts of another.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const SECONDS = 60;

/** Failed attempts of a network per minute with links and invitations. */
const MAX_FAILED = 20;
/**
 * Above this a network's attempts are not even looked up; up to it a valid link still signs in, also behind a shared
 * address.
 */
const MAX_LOOKED_UP = 200;
/** Sign-ins of one account from one network in a minute: each makes a session. */
const MAX_SIGN_INS = 10;
/** Other requests of a network to the auth library in a minute. */
const MAX_OTHERS = 300;

/** Seconds to wait, at least 1. */
export type Wait = number;

const limiter = (keyPrefix: string, points: number) => new RateLimiterMemory({ keyPrefix, points, duration: SECONDS });

export class Attempts {
  #failed = limiter('failed', MAX_FAILED);
  #signIns = limiter('sign-in', MAX_SIGN_INS);
  #others = limiter('other', MAX_OTHERS);

  /** Call before looking up anything for an attempt of this network. */
  async ofNetwork(network: string): Promise<Wait | undefined> {
    const failed = await this.#failed.get(network);
    return failed && failed.consumedPoints >= MAX_LOOKED_UP ? waitOf(failed) : undefined;
  }

  /** Counts a failed attempt. */
  failed = (network: string): Promise<Wait | undefined> => count(this.#failed, network);

  /** Counts a sign-in to an account. */
  signIn = (account: string, network: string): Promise<Wait | undefined> =>
    count(this.#signIns, JSON.stringify([account, network]));

  /** Counts a request that is no sign-in. */
  other = (network: string): Promise<Wait | undefined> => count(this.#others, network);
}

async function count(limit: RateLimiterMemory, key: string): Promise<Wait | undefined> {
  try {
    await limit.consume(key);
    return undefined;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return waitOf(refused);
  }
}

const waitOf = ({ msBeforeNext }: RateLimiterRes): Wait => Math.max(1, Math.ceil(msBeforeNext / 1000));

// On globalThis, because a build gives each route a module of its own, and they count together.
const holder = globalThis as typeof globalThis & { subtextSignInAttempts?: Attempts };

export const attempts = (): Attempts => (holder.subtextSignInAttempts ??= new Attempts());
