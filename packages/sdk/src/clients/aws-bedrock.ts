/**
 * `@aws-sdk/client-bedrock-runtime` has no fetch but a middleware stack. The SDK's middleware is the last one, next to
 * the wire and inside the retries. It passes each request and response through an observed fetch that calls the rest of
 * the stack.
 */
import type { Fetch } from '../tap/observed-fetch.ts';
import { report } from '../platform/report.ts';
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
    // Handlers that `cacheMiddleware` stored for earlier calls do not contain the SDK's middleware.
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
  /** A Node stream, or a web stream when the client sends by fetch. */
  body?: unknown;
}

/** The `init` of the observed fetch: the request as it is recorded, and a function that sends it. */
interface Sending extends RequestInit {
  send(): Promise<AwsResponse>;
}

function middleware(wrap: Wrap): Middleware {
  const observed = wrap((async (_url, init) => observableResponse(await (init as Sending).send())) as Fetch);
  return (next) => async (parameters) => {
    let sent: ReturnType<Next> | undefined;
    const send = async () => (await (sent = next(parameters))).response;
    try {
      const response = await observed(requestUrl(parameters.request), {
        ...requestInit(parameters.request),
        send,
      } as Sending);
      if (!sent) return { response: awsResponse(response) };
      if (response.body instanceof ReadableStream) (await sent).response.body = response.body;
    } catch (error) {
      // The client's own error is thrown again below. An error after an answer, or before the request, comes from the
      // observation.
      if (await answered(sent))
        report('observe an AWS call', () => `A call of the AWS client was not observed: ${String(error)}`);
    }
    return sent ?? next(parameters);
  };
}

/** The answer of a fork, which sends nothing. Both handlers of the client read a web stream, too. */
function awsResponse({ status: statusCode, headers, body }: Response): AwsResponse {
  return { statusCode, headers: Object.fromEntries(headers), ...(body && { body }) };
}

function answered(sent: Promise<unknown> | undefined): Promise<boolean> {
  return sent
    ? sent.then(
        () => true,
        () => false,
      )
    : Promise.resolve(true);
}

function requestUrl({ protocol = 'https:', hostname = 'localhost', port, path = '/' }: AwsRequest): string {
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`;
}

function requestInit({ method, headers = {}, body }: AwsRequest): RequestInit {
  const attempt = /attempt=(\d+)/.exec(headers['amz-sdk-request'] ?? '')?.[1];
  return {
    ...(method !== undefined && { method }),
    // Only the recorder sees this header: other clients number their attempts in it, from 0.
    headers: attempt === undefined ? {} : { 'x-stainless-retry-count': String(Number(attempt) - 1) },
    ...((typeof body === 'string' || body instanceof Uint8Array) && { body: body as string }),
  };
}

/** The part of a `Response` that the observation needs. The client continues with its own response. */
function observableResponse({ statusCode: status, headers, body }: AwsResponse): Response {
  if (body instanceof ReadableStream) return new Response(body, { status, headers });
  // HTTP/2 pseudo headers (`:status`) are invalid in `Headers`.
  const plain = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  return { status, ok: status < 300, headers: new Headers(plain), body } as unknown as Response;
}
