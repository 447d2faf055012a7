// Which client sent a request: the peer of the socket, or, behind a trusted proxy, the address that the proxy saw. The
// HTTP server (main.ts) finds it once and writes it into a header of its own; limits per client read it there.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** Set by the HTTP server on every request, after it deleted what the client sent under this name. */
export const CLIENT_ADDRESS_HEADER = 'x-subtext-client-address';

/** Used for all requests without an address, so that they share a limit instead of having none. */
const UNKNOWN_ADDRESS = 'unknown';

/** Is this address one of our own proxies? */
export type TrustedProxies = (address: string) => boolean;

const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Reads SUBTEXT_TRUSTED_PROXIES: addresses and CIDR ranges, separated by commas; empty = no proxy is trusted.
 * @throws Error with a sentence that names the first entry that is neither.
 */
export function readTrustedProxies(text: string): TrustedProxies {
  const entries = text.split(',').flatMap((entry) => entry.trim() || []);
  for (const entry of entries) {
    if (!isRange(entry))
      throw new Error(
        `“${entry}” is neither an address nor a range of addresses. Write it as 10.0.0.7, 10.0.0.0/8, fd00::/8, loopback or uniquelocal`,
      );
  }
  if (entries.length === 0) return () => false;
  const isTrusted = proxyAddress.compile(entries);
  return (address) => isTrusted(address, 0);
}

/** The library reads "10" as 0.0.0.10, so the address is checked first. */
function isRange(entry: string): boolean {
  if (NAMED_RANGES.has(entry)) return true;
  if (isIP(entry.split('/', 1)[0]!) === 0) return false;
  try {
    proxyAddress.compile(entry);
    return true;
  } catch {
    return false;
  }
}

/** The peer of the socket. If that is a trusted proxy: the right-most address in X-Forwarded-For that is not one. */
export function clientAddress(request: IncomingMessage, isTrusted: TrustedProxies): string {
  const chain = proxyAddress.all(request, (address) => isTrusted(withoutPort(address)));
  // A proxy may write "unknown"; then only the proxy itself is certain.
  const found = chain.map(withoutPort).findLast((address) => isIP(address) !== 0);
  return found === undefined ? UNKNOWN_ADDRESS : ipaddr.process(found).toString();
}

/** Some proxies write `192.0.2.7:41234` and `[2001:db8::7]:41234`. */
const withoutPort = (entry: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;

/** The address that the HTTP server wrote into the headers of this request. */
export const clientAddressOf = (headers: Headers): string => headers.get(CLIENT_ADDRESS_HEADER) ?? UNKNOWN_ADDRESS;

/**
 * The key of a limit: an IPv4 address, or the /64 network of an IPv6 address, all of which belongs to one client.
 */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}
