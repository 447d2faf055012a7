/**
 * A tracer provider for applications without one, in runtimes other than Node: OpenTelemetry's own, with a queue that
 * sends each request by `fetch`.
 */
import { ROOT_CONTEXT } from '@opentelemetry/api';
import { BUDGET_HEADER, hearBudgets } from './budget-notices.ts';
import { RefusedError } from '../queue/delivery.ts';
import { SpanQueue, type Receiver } from '../queue/span-queue.ts';
import { environment } from '../../platform/edge.ts';
import { runInContext } from '../../platform/otel-context.ts';
import {
  authorization,
  DEFAULT_DELAY_MS,
  DEFAULT_TIMEOUT_MS,
  DEFAULT_URL,
  logsUrl,
  positive,
  SCOPE,
  tracesUrl,
  type StartProvider,
  type TracingOptions,
} from './provider.ts';
import { JSON_HEADERS, scoreRequest } from './score-bytes.ts';

/** Isolates have little memory, so fewer spans wait than in Node. */
const MAX_QUEUE_SPANS = 512;
const MAX_BATCH_SPANS = 128;

export async function prepareProvider(settings: TracingOptions): Promise<StartProvider> {
  const [sdk, { defaultResource, resourceFromAttributes }, { ProtobufTraceSerializer }, core] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/otlp-transformer'),
    import('@opentelemetry/core'),
  ]);
  const env = environment();
  const target = tracesUrl(settings.url ?? (env.SUBTEXT_URL || env.OTEL_EXPORTER_OTLP_ENDPOINT || DEFAULT_URL));
  const headers = authorization(settings.apiKey ?? env.SUBTEXT_API_KEY);
  const suppressed = core.suppressTracing(ROOT_CONTEXT);
  const postTo = (url: string, type: Record<string, string>): Receiver['post'] => {
    const post = fetchPost(url, { ...headers, ...type });
    return (body, signal) => runInContext(suppressed, () => post(body, signal));
  };
  const limits = {
    maxSpans: MAX_QUEUE_SPANS,
    maxBatch: MAX_BATCH_SPANS,
    delay: positive(env.OTEL_BSP_SCHEDULE_DELAY, DEFAULT_DELAY_MS),
    timeout: DEFAULT_TIMEOUT_MS,
  };
  const serialize: Receiver['serialize'] = (spans) => ProtobufTraceSerializer.serializeRequest([...spans]);
  const queue = new SpanQueue({ url: target, serialize, post: postTo(target, PROTOBUF_HEADERS) }, limits);
  const url = logsUrl(target)!;
  const scores = new SpanQueue(
    { url, unit: 'score', serialize: scoreRequest, post: postTo(url, JSON_HEADERS) },
    limits,
  );
  const name = settings.serviceName ?? env.OTEL_SERVICE_NAME;
  const provider = new sdk.TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(name ? { 'service.name': name } : {})),
    spanProcessors: [queue],
  });
  return () => ({ stop: () => provider.shutdown(), queue, scores, tracer: provider.getTracer(SCOPE) });
}

/** These runtimes do not announce their end, so nothing needs a synchronous start. */
export function prepareProviderNow(_settings: TracingOptions): StartProvider {
  throw new Error('this runtime loads modules only asynchronously');
}

const PROTOBUF_HEADERS = { 'content-type': 'application/x-protobuf' };

function fetchPost(url: string, headers: Record<string, string>): Receiver['post'] {
  return async (body, signal) => {
    const response = await globalThis.fetch(url, {
      method: 'POST',
      headers,
      body: body as Uint8Array<ArrayBuffer>,
      signal,
    });
    const text = await response.text();
    if (!response.ok) throw new RefusedError(response.status, text, response.headers.get('retry-after'));
    hearBudgets(response.headers.get(BUDGET_HEADER));
  };
}
