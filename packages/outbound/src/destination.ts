/** Which URLs a request may be sent to, and the addresses that their names stand for. */
import { lookup, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { mayConnect, type AllowedAddresses } from './addresses.ts';

/** The request was not sent, because of its destination. The message is for the user who chose it. */
export class RefusedDestination extends Error {
  override readonly name = 'RefusedDestination';
}

const LONGEST_URL = 2_000;

/** @throws RefusedDestination */
export function destinationUrl(text: string): URL {
  if (text.length > LONGEST_URL || !URL.canParse(text)) throw new RefusedDestination('This is not a URL.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new RefusedDestination('The URL must begin with https:// or http://.');
  if (url.username || url.password) throw new RefusedDestination('The URL must not contain a user name or a password.');
  return url;
}

/** Resolves a name to all of its addresses. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

const systemLookup = promisify(lookup);
export const resolveName: Resolve = (name) => systemLookup(name, { all: true });

/**
 * The addresses of the host. One that may not be reached refuses all of them, because a name with both is an attempt to
 * get past this check.
 *
 * @throws RefusedDestination
 */
export async function addressesOf(
  url: URL,
  { allowed, resolve }: { allowed: AllowedAddresses; resolve: Resolve },
): Promise<LookupAddress[]> {
  // `new URL` has written every other form of an IPv4 address (decimal, octal, hexadecimal) as four numbers.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (addresses.length === 0) throw new RefusedDestination(`The name ${host} has no address.`);
  if (addresses.every(({ address }) => mayConnect(address, allowed))) return addresses;
  throw new RefusedDestination(
    `${host} is in a private network, which this server does not connect to. The operator can allow it (SUBTEXT_OUTBOUND_ALLOW).`,
  );
}
