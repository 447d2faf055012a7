/**
 * Limits a client's attempts to sign in. Counted in memory by each process, like the limit of the read API, so several
 * processes allow a multiple. Networks have separate counts, so that one client cannot use up the attempts of another.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const SECONDS = 60;

/** Failed attempts of a network per minute with links, invitations and passwords. */
const MAX_FAILED = 20;
/**
 * Above this a network's attempts are not even looked up; up to it a valid link still signs in, also behind a shared
 * address.
 */
const MAX_LOOKED_UP = 200;
/** Sign-ins of one account from one network in a minute: each makes a session. */
const MAX_SIGN_INS = 10;
/**
 * Wrong passwords of an account in a quarter of an hour, from all networks together: guessing from many networks is slow,
 * too. Links still sign in, so that a stranger cannot keep the user out.
 */
const MAX_WRONG_PASSWORDS = 50;
const QUARTER_HOUR = 15 * 60;
/** Links that are mailed to an address in a quarter of an hour, and that a network asks for in a minute. */
const MAX_MAILS_OF_ADDRESS = 5;
const MAX_MAILS_OF_NETWORK = 10;
/** Other requests of a network to the auth library in a minute. */
const MAX_OTHERS = 300;

/** Seconds to wait, at least 1. */
export type Wait = number;

const limiter = (keyPrefix: string, points: number, duration = SECONDS) =>
  new RateLimiterMemory({ keyPrefix, points, duration });

export class Attempts {
  #failed = limiter('failed', MAX_FAILED);
  #signIns = limiter('sign-in', MAX_SIGN_INS);
  #wrongPasswords = limiter('wrong-password', MAX_WRONG_PASSWORDS, QUARTER_HOUR);
  #mailsOfNetwork = limiter('mail-network', MAX_MAILS_OF_NETWORK);
  #mailsOfAddress = limiter('mail-address', MAX_MAILS_OF_ADDRESS, QUARTER_HOUR);
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

  /** Counts a password as wrong before it is checked, so that many at the same time are counted, too. */
  password = async (account: string, network: string): Promise<Wait | undefined> =>
    (await this.signIn(account, network)) ??
    (await count(this.#failed, network)) ??
    (await count(this.#wrongPasswords, account));

  /** The password was right: subtracts what `password` counted. */
  async passwordAccepted(account: string, network: string): Promise<void> {
    await Promise.all([this.#failed.reward(network), this.#wrongPasswords.reward(account)]);
  }

  /** Counts a passkey as refused before it is verified. */
  passkey = async (credential: string, network: string): Promise<Wait | undefined> =>
    (await this.signIn(credential, network)) ?? (await count(this.#failed, network));

  /** The passkey was accepted: subtracts what `passkey` counted. */
  passkeyAccepted = async (network: string): Promise<void> => void (await this.#failed.reward(network));

  /** Counts a link that was asked for by mail, also when the address belongs to no user. */
  mail = async (address: string, network: string): Promise<Wait | undefined> =>
    (await count(this.#mailsOfNetwork, network)) ?? (await count(this.#mailsOfAddress, address));

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
