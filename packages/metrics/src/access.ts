/**
 * Decides which requests may read `/metrics`. Without a token, only those of a program on this machine: over a loopback
 * socket, with a loopback host name, and not through a proxy. With a token, only requests that send it, because a proxy
 * on this machine that adds no headers looks like a local program.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import * as z from 'zod';

/** The variable SUBTEXT_METRICS_TOKEN. Empty means that there is no token. */
export const METRICS_TOKEN = z
  .string()
  .transform((text) => text.trim())
  .refine((token) => token === '' || /^[\x21-\x7e]{16,}$/.test(token), {
    error: 'must be at least 16 characters without blanks (openssl rand -hex 32 makes one)',
  })
  .default('')
  .transform((token) => token || undefined);

export interface MetricsRequest {
  /** The peer of the socket, never the content of a header. */
  remoteAddress: string | undefined;
  headers: IncomingHttpHeaders;
}

export interface MetricsRefusal {
  status: 401 | 403;
  headers: Record<string, string>;
  /** Says what the reader should do. */
  message: string;
}

/** Returns undefined when the request may read. */
export type MetricsAccess = (request: MetricsRequest) => MetricsRefusal | undefined;

export function readMetricsAccess(token: string | undefined): MetricsAccess {
  if (token === undefined) return (request) => (isDirectAndLocal(request) ? undefined : NO_TOKEN_SET);
  const expected = digest(token);
  return ({ headers }) => {
    const [, sent = ''] = /^bearer +(\S+)\s*$/i.exec(headers.authorization ?? '') ?? [];
    // Digests have the same length, so that the comparison takes constant time.
    return timingSafeEqual(digest(sent), expected) ? undefined : WRONG_TOKEN;
  };
}

const NO_TOKEN_SET: MetricsRefusal = {
  status: 403,
  headers: {},
  message:
    'Metrics are served to programs on this machine only. To read them from elsewhere or through a proxy, set SUBTEXT_METRICS_TOKEN and send it as "Authorization: Bearer …".',
};

const WRONG_TOKEN: MetricsRefusal = {
  status: 401,
  headers: { 'www-authenticate': 'Bearer realm="metrics"' },
  message: 'Send the value of SUBTEXT_METRICS_TOKEN as "Authorization: Bearer …".',
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Headers that proxies add to requests that they forward. */
const PROXY_HEADERS = /^(via|forwarded|x-real-ip|true-client-ip|cf-.*|x-forwarded-.*|x-client-ip|x-original-.*)$/;

function isDirectAndLocal({ remoteAddress, headers }: MetricsRequest): boolean {
  if (!isLoopback(remoteAddress)) return false;
  if (Object.keys(headers).some((name) => PROXY_HEADERS.test(name))) return false;
  // Refuses a proxy that keeps the original host name, and a browser that a foreign DNS name resolved to this machine.
  return isLoopbackName(headers.host);
}

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

function isLoopbackName(host: string | undefined): boolean {
  const name = URL.parse(`http://${host ?? ''}`)?.hostname;
  return name === 'localhost' || isLoopback(name?.replace(/^\[(.*)\]$/, '$1'));
}
