/**
 * A tracer provider for applications without one, loaded when the first span is needed, with a queue that sends to
 * Subtext or to the receiver in the standard variables. `@opentelemetry/sdk-node` is loaded only for variables that it
 * alone reads: its exporters block the thread for longer than a call takes.
 */
import { createRequire } from 'node:module';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import type { IdGenerator } from '@opentelemetry/sdk-trace';
import { SpanQueue, type QueueLimits, type Receiver } from '../queue/span-queue.ts';
import { runInContext } from '../../platform/otel-context.ts';
import { directTracer, serializerOf } from './direct-tracer.ts';
import { SenderThread } from './last-sender.ts';
import { nodePost, type HttpTarget, type NodePost } from './node-post.ts';
import {
  authorization,
  DEFAULT_DELAY_MS,
  DEFAULT_TIMEOUT_MS,
  logsUrl,
  positive,
  SCOPE,
  subtextUrl,
  tracesUrl,
  type LastSender,
  type StartedProvider,
  type StartProvider,
  type TracingOptions,
} from './provider.ts';
import { registerTracerProvider, withoutNewLoggers } from './registration.ts';
import { JSON_HEADERS, scoreRequest } from './score-bytes.ts';

/** The same number as calls may wait for the reading thread. The total bytes are bounded, too. */
const MAX_QUEUED_SPANS = 10_000;

/** The OpenTelemetry packages that are loaded. */
interface Packages {
  /** undefined when nothing needs it. */
  node: typeof import('@opentelemetry/sdk-node') | undefined;
  resources: typeof import('@opentelemetry/resources');
  sdk: typeof import('@opentelemetry/sdk-trace');
  http: typeof import('@opentelemetry/otlp-exporter-base/node-http');
  transformer: typeof import('@opentelemetry/otlp-transformer');
  core: typeof import('@opentelemetry/core');
}

export async function prepareProvider(settings: TracingOptions): Promise<StartProvider> {
  // One after the other: each blocks the thread while it is evaluated, and calls go on in between. This module has just
  // loaded the API (registration.ts).
  await otherWork();
  const core = await import('@opentelemetry/core');
  await otherWork();
  const resources = await import('@opentelemetry/resources');
  await otherWork();
  const sdk = await import('@opentelemetry/sdk-trace');
  await otherWork();
  const http = await import('@opentelemetry/otlp-exporter-base/node-http');
  await otherWork();
  const transformer = await import('@opentelemetry/otlp-transformer');
  const node = needsNodeSdk(settings) ? await import('@opentelemetry/sdk-node') : undefined;
  return prepare({ node, resources, sdk, http, transformer, core }, settings);
}

function otherWork(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * The same, synchronously, for a process that ends before anything was loaded. Throws in a bundle, where the packages
 * are not on disk.
 */
export function prepareProviderNow(settings: TracingOptions): StartProvider {
  const require = createRequire(import.meta.url);
  const packages = {
    node: needsNodeSdk(settings) ? require('@opentelemetry/sdk-node') : undefined,
    resources: require('@opentelemetry/resources'),
    sdk: require('@opentelemetry/sdk-trace'),
    http: require('@opentelemetry/otlp-exporter-base/node-http'),
    transformer: require('@opentelemetry/otlp-transformer'),
    core: require('@opentelemetry/core'),
  } as Packages;
  return prepare(packages, settings);
}

function prepare(packages: Packages, settings: TracingOptions): StartProvider {
  const pipeline = openPipeline(packages, settings);
  const start = (isPrivate: boolean) =>
    pipeline && (isPrivate || !packages.node)
      ? startOwn(packages, settings, { pipeline, isPrivate })
      : startNodeSdk(packages, settings, pipeline);
  return (isPrivate) => {
    const isDirect = pipeline?.isSubtext && !areSpansConfigured();
    return {
      ...start(isPrivate),
      ...(pipeline && {
        ...{ queue: pipeline.queue, openLastSender: () => pipeline.openLastSender() },
        ...(pipeline.scores && { scores: pipeline.scores }),
      }),
      ...(isDirect && {
        tracerFor: (tracer) => directTracer(tracer, { processor: pipeline.queue, ids: pipeline.ids }),
      }),
    };
  };
}

/**
 * Variables that sdk-node alone reads: those that configure which spans are recorded and how much of them, propagators,
 * detectors of resources, its log, and its configuration file.
 */
const OF_NODE_SDK = /^OTEL_(?:PROPAGATORS|NODE_|LOG_LEVEL|CONFIG_FILE|EXPERIMENTAL_)/;

function needsNodeSdk(settings: TracingOptions): boolean {
  const isOtlp = subtextUrl(settings, process.env) !== undefined || isOtlpOverHttp();
  return !isOtlp || areSpansConfigured() || Object.keys(process.env).some((name) => OF_NODE_SDK.test(name));
}

/** Also where there is no pipeline, since only sdk-node creates other exporters. */
function startNodeSdk(
  { node, resources }: Packages,
  { serviceName, instanceId }: TracingOptions,
  pipeline: Pipeline | undefined,
): Pick<StartedProvider, 'stop'> {
  const { defaultResource, resourceFromAttributes } = resources;
  const options = {
    ...(pipeline && { spanProcessors: [pipeline.queue] }),
    ...(serviceName !== undefined && { serviceName }),
    resource: defaultResource().merge(resourceFromAttributes({ 'service.instance.id': instanceId })),
    // Only traces, and no trace headers on the application's requests.
    metricReaders: [],
    logRecordProcessors: [],
    ...(process.env.OTEL_PROPAGATORS === undefined && { textMapPropagator: null }),
  };
  const sdk = withoutCommandLine(() => new node!.NodeSDK(options));
  withoutNewLoggers(() => sdk.start());
  return { stop: () => sdk.shutdown() };
}

/**
 * One that sends to Subtext is never registered: an agent framework that finds a registered provider would describe the
 * calls that the SDK observes a second time, and the application could not register its own one later.
 */
function startOwn(
  { resources, sdk }: Packages,
  { serviceName, instanceId }: TracingOptions,
  { pipeline: { queue, isSubtext }, isPrivate }: { pipeline: Pipeline; isPrivate: boolean },
): Pick<StartedProvider, 'stop' | 'tracer'> {
  const { detectResources, envDetector, hostDetector, osDetector, resourceFromAttributes } = resources;
  const own = {
    'service.instance.id': instanceId,
    ...(serviceName !== undefined && { 'service.name': serviceName }),
  };
  const detected = detectResources({ detectors: [envDetector, hostDetector, osDetector] });
  const resource = resources.defaultResource().merge(detected).merge(resourceFromAttributes(own));
  const provider = new sdk.TracerProvider({ resource, spanProcessors: [queue] });
  if (!isPrivate && !isSubtext) registerTracerProvider(provider);
  return { stop: () => provider.shutdown(), tracer: provider.getTracer(SCOPE) };
}

/**
 * Variables that configure which spans are recorded and how much of them: with any of these, OpenTelemetry creates all
 * spans.
 */
const OF_SPANS = /^OTEL_(?:TRACES_SAMPLER|SPAN_|ATTRIBUTE_|EVENT_|LINK_|SDK_DISABLED|NODE_EXPERIMENTAL)/;

function areSpansConfigured(): boolean {
  return Object.keys(process.env).some((name) => OF_SPANS.test(name));
}

/**
 * By default every span would carry the process's command line, which may contain keys. The constructor reads this
 * variable.
 */
function withoutCommandLine<T>(construct: () => T): T {
  const { env } = process;
  if (env.OTEL_NODE_RESOURCE_DETECTORS !== undefined) return construct();
  env.OTEL_NODE_RESOURCE_DETECTORS = 'env,host,os';
  try {
    return construct();
  } finally {
    delete env.OTEL_NODE_RESOURCE_DETECTORS;
  }
}

interface Pipeline {
  queue: SpanQueue;
  scores: SpanQueue | undefined;
  ids: IdGenerator;
  /** True when the receiver accepts spans that have not ended. */
  isSubtext: boolean;
  openLastSender(): LastSender;
}

/** Returns undefined when the standard variables name another exporter; sdk-node then creates that one. */
function openPipeline(packages: Packages, settings: TracingOptions): Pipeline | undefined {
  const { env } = process;
  const url = subtextUrl(settings, env);
  const isSubtext = url !== undefined;
  if (!isSubtext && !isOtlpOverHttp()) return undefined;
  const target = openTarget(packages, isSubtext ? subtextOptions(url, settings) : {});
  const { post, tls } = nodePost(target);
  const limits = limitsFrom(target, settings);
  const queue = new SpanQueue(openReceiver(packages, { ...target, post }), limits);
  const scores = openScores(packages, target, { ...limits, waitingChanged: undefined });
  const openLastSender = () => lastSender([{ queue, target, tls }, ...(scores ? [scores] : [])]);
  return { queue, scores: scores?.queue, ids: new packages.sdk.RandomIdGenerator(), isSubtext, openLastSender };
}

/** A queue, and how its requests are sent. */
interface Outlet extends Pick<NodePost, 'tls'> {
  queue: SpanQueue;
  target: Pick<Target, 'url' | 'headers'>;
}

function openScores({ core }: Packages, spans: Target, limits: QueueLimits): Outlet | undefined {
  const url = logsUrl(spans.url);
  if (url === undefined) return undefined;
  const target = { ...spans, url, headers: { ...spans.headers, ...JSON_HEADERS } };
  const { post, tls } = nodePost(target);
  const send = untraced(core, post);
  return { queue: new SpanQueue({ url, unit: 'score', serialize: scoreRequest, post: send }, limits), target, tls };
}

function lastSender(outlets: readonly Outlet[]): LastSender {
  const thread = new SenderThread();
  return {
    send() {
      for (const { queue, target, tls } of outlets) {
        const { url, headers } = target;
        for (const { body, ended } of queue.takeRequests()) thread.send({ url, headers, body, tls: tls() }, ended);
      }
    },
    wait: (deadline) => thread.wait(deadline),
  };
}

function limitsFrom({ timeoutMillis }: Target, { waitingChanged }: TracingOptions): QueueLimits {
  const { env } = process;
  const maxSpans = positive(env.OTEL_BSP_MAX_QUEUE_SIZE, MAX_QUEUED_SPANS);
  return {
    maxSpans,
    maxBatch: Math.min(positive(env.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, 512), maxSpans),
    delay: positive(env.OTEL_BSP_SCHEDULE_DELAY, DEFAULT_DELAY_MS),
    timeout: timeoutMillis,
    waitingChanged,
  };
}

interface TargetOptions {
  url?: string;
  headers?: Record<string, string>;
  timeoutMillis?: number;
}

interface Target extends HttpTarget {
  timeoutMillis: number;
  isJson: boolean;
}

function subtextOptions(url: string, { apiKey }: TracingOptions): TargetOptions {
  const { env } = process;
  const timeoutMillis = positive(env.OTEL_EXPORTER_OTLP_TIMEOUT, DEFAULT_TIMEOUT_MS);
  return { url: tracesUrl(url), headers: authorization(apiKey ?? env.SUBTEXT_API_KEY), timeoutMillis };
}

/**
 * Missing options come from the standard variables. OpenTelemetry returns the headers as a promise, for which a process
 * that ends cannot wait, so they are parsed here.
 */
function openTarget({ http, core }: Packages, { headers, ...options }: TargetOptions): Target {
  const { env } = process;
  const isJson = options.url === undefined && protocol() === 'http/json';
  return {
    ...http.convertLegacyHttpOptions(options, 'TRACES', 'v1/traces', {}),
    headers: {
      ...core.parseKeyPairsIntoRecord(env.OTEL_EXPORTER_OTLP_HEADERS),
      ...core.parseKeyPairsIntoRecord(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS),
      ...headers,
      'content-type': isJson ? 'application/json' : 'application/x-protobuf',
    },
    isJson,
  };
}

function openReceiver(
  { transformer, core }: Packages,
  { url, isJson, post }: Target & Pick<NodePost, 'post'>,
): Receiver {
  const serializer = isJson ? transformer.JsonTraceSerializer : serializerOf(transformer.ProtobufTraceSerializer);
  return { url, serialize: (spans) => serializer.serializeRequest([...spans]), post: untraced(core, post) };
}

/** The SDK's own requests create no spans, even where the application traces its HTTP requests. */
function untraced(core: Packages['core'], post: Receiver['post']): Receiver['post'] {
  const suppressed = core.suppressTracing(ROOT_CONTEXT);
  return (body, signal) => runInContext(suppressed, () => post(body, signal));
}

function protocol(): string {
  const { env } = process;
  return env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/protobuf';
}

/** sdk-node creates the other exporters (gRPC, Zipkin, the console). */
function isOtlpOverHttp(): boolean {
  const exporter = process.env.OTEL_TRACES_EXPORTER?.trim() || 'otlp';
  return exporter === 'otlp' && /^http\/(?:json|protobuf)$/.test(protocol());
}
