// Decides which requests may have a body, and how many bodies may be in transit at once. Next buffers up to 10 MB of
// every body outside /api for its proxy until the body has ended, so requests are judged by their head, and refused
// ones never reach Next.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_BODY_BYTES } from './body-limit.ts';
import { clientNetwork } from './client-address.ts';
import type { Refusal } from './refusal.ts';

/** The maximum of incomplete bodies of all clients together: at most 32 MB of memory. */
const MAX_UNFINISHED = 64;
/** A browser opens at most six connections. */
const MAX_UNFINISHED_PER_CLIENT = 16;

const RETRY_SECONDS = '5';

const READING_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The only HTML form: it accepts an invitation, and has no fields. */
const FORM = /^\/invited\/[^/]+\/accept$/;

/** Questions of agents are posted here (server/mcp). */
const MCP_PATH = '/mcp';

/** The overlay that Next's development server puts on a page posts to these. */
const DEVELOPMENT = /^\/(?:__nextjs|_next)/;

export interface BodyRules {
  isDevelopment: boolean;
}

/** The refusal of a request by its method, path and content length; undefined = not refused. */
export function bodyRefusal(request: IncomingMessage, { isDevelopment }: BodyRules): Refusal | undefined {
  // As Next resolves it, so that /api/../sign-in is a page.
  const pathname = URL.parse(request.url ?? '', 'http://localhost')?.pathname;
  // Next answers 500 to a path that it cannot decode.
  if (pathname === undefined || !isDecodable(pathname))
    return { status: 400, message: 'The address of this request cannot be read.' };
  if (isDevelopment && DEVELOPMENT.test(pathname)) return undefined;
  if (pathname.startsWith('/api/') || pathname === MCP_PATH)
    return hasLength(request, MAX_BODY_BYTES) ? tooLarge() : undefined;
  if (!READING_METHODS.has(request.method) && !FORM.test(pathname))
    return { status: 405, message: 'Pages can only be read.', headers: { allow: 'GET, HEAD' } };
  return hasBody(request) ? { status: 413, message: 'A request for a page has no body.' } : undefined;
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

const tooLarge = (): Refusal => ({ status: 413, message: `A request has at most ${MAX_BODY_BYTES} bytes.` });

const hasLength = ({ headers }: IncomingMessage, above: number) => Number(headers['content-length'] ?? 0) > above;

export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || hasLength(request, 0);

/** Counts incomplete bodies. */
export class UnfinishedBodies {
  readonly #perClient = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /**
   * Counts the body of this request until it is complete or has a response; returns the refusal if there are too many.
   */
  admit(request: IncomingMessage, response: ServerResponse, client: string): Refusal | undefined {
    const network = clientNetwork(client);
    const ofClient = this.#perClient.get(network) ?? 0;
    if (ofClient >= MAX_UNFINISHED_PER_CLIENT) return tooMany(429, 'Your address');
    if (this.#total >= MAX_UNFINISHED) return tooMany(503, 'Subtext');
    this.#total++;
    this.#perClient.set(network, ofClient + 1);
    let isCounted = true;
    const release = () => {
      if (isCounted) this.#release(network);
      isCounted = false;
    };
    request.once('end', release);
    response.once('close', release);
    return undefined;
  }

  #release(network: string): void {
    this.#total--;
    const rest = this.#perClient.get(network)! - 1;
    if (rest === 0) this.#perClient.delete(network);
    else this.#perClient.set(network, rest);
  }
}

const tooMany = (status: number, where: string): Refusal => ({
  status,
  message: `${where} has too many unfinished uploads. Try again in ${RETRY_SECONDS} s.`,
  headers: { 'retry-after': RETRY_SECONDS },
});
