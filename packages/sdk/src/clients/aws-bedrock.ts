/**
 * `@aws-sdk/client-bedrock-runtime`: no fetch, but a stack of middleware. Ours stands last, beside the wire and inside the retries, and
 * shows each request and response to an observed fetch whose lower end is the rest of the stack.
 */
import type { Fetch } from '../observed-fetch.ts';
import { tell } from '../report.ts';
import { isFields, isFunction, setField, type ObservableClient, type Wrap } from './observable-client.ts';

export const awsBedrock: ObservableClient = {
  packages: ['@aws-sdk/client-bedrock-runtime'],
  takes: ({ config, middlewareStack }) =>
    isFields(config) &&
    config.serviceId === 'Bedrock Runtime' &&
    isFields(middlewareStack) &&
    isFunction(middlewareStack.add),
  observe(client, wrap) {
    const stack = client.middlewareStack as { add(middleware: Middleware, options: object): void };
    // `override` with the same name: a second observation replaces the first.
    stack.add(middleware(wrap), { name: 'subtext', step: 'deserialize', priority: 'low', override: true });
    // What `cacheMiddleware` has kept of earlier calls was made without ours.
    if (isFields(client.handlers)) setField(client, 'handlers', undefined);
    return client;
  },
};

type Next = (parameters: { request: AwsRequest }) => Promise<{ response: AwsResponse }>;
type Middleware = (next: Next) => Next;

interface AwsRequest {
  method?: string;
  protocol?: string;
  hostname?: string;
  port?: number;
  path?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

interface AwsResponse {
  statusCode: number;
  headers: Record<string, string>;
  /** Node's stream, or a web stream where the client sends by fetch. */
  body?: unknown;
}

/** `init` of our fetch: what it shows to be observed, and how to really send it. */
interface Sending extends RequestInit {
  send(): Promise<AwsResponse>;
}

function middleware(wrap: Wrap): Middleware {
  const observed = wrap((async (_url, init) => shown(await (init as Sending).send())) as Fetch);
  return (next) => async (parameters) => {
    let sent: ReturnType<Next> | undefined;
    const send = async () => (await (sent = next(parameters))).response;
    try {
      const response = await observed(urlOf(parameters.request), { ...described(parameters.request), send } as Sending);
      if (sent && response.body instanceof ReadableStream) (await sent).response.body = response.body;
    } catch (error) {
      // What the client threw it throws again below; behind an answer, or before the request, the trouble is ours.
      if (await answered(sent))
        tell('observe an AWS call', () => `A call of the AWS client was not observed: ${String(error)}`);
    }
    return sent ?? next(parameters);
  };
}

function answered(sent: Promise<unknown> | undefined): Promise<boolean> {
  return sent
    ? sent.then(
        () => true,
        () => false,
      )
    : Promise.resolve(true);
}

function urlOf({ protocol = 'https:', hostname = 'localhost', port, path = '/' }: AwsRequest): string {
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`;
}

function described({ method, headers = {}, body }: AwsRequest): RequestInit {
  const attempt = /attempt=(\d+)/.exec(headers['amz-sdk-request'] ?? '')?.[1];
  return {
    ...(method !== undefined && { method }),
    // Seen by us alone: the words in which other clients number their attempts, from 0.
    headers: attempt === undefined ? {} : { 'x-stainless-retry-count': String(Number(attempt) - 1) },
    ...((typeof body === 'string' || body instanceof Uint8Array) && { body: body as string }),
  };
}

/** As much of a `Response` as is needed to watch it pass; the client goes on with its own. */
function shown({ statusCode: status, headers, body }: AwsResponse): Response {
  if (body instanceof ReadableStream) return new Response(body, { status, headers });
  // HTTP/2 has headers of its own, which are none elsewhere.
  const plain = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  return { status, ok: status < 300, headers: new Headers(plain), body } as unknown as Response;
}
