/** The types and helpers that node-provider.ts and edge-provider.ts share. */
import type { Tracer } from '@opentelemetry/api';
import type { SpanQueue } from '../queue/span-queue.ts';
import type { WholeSpanTracer } from '../spans/whole-span.ts';

/** Where spans are sent; absent fields come from the environment. */
export interface TracingOptions {
  /**
   * Base URL of Subtext's ingest; default `SUBTEXT_URL`, else the standard `OTEL_EXPORTER_OTLP_*`, else
   * http://127.0.0.1:4318.
   */
  url?: string;
  /** Default `SUBTEXT_API_KEY`. */
  apiKey?: string;
  /** Default `OTEL_SERVICE_NAME`. */
  serviceName?: string;
  /** `service.instance.id`: one for everything that a process sends. */
  instanceId?: string;
  /** Called with the number of waiting spans whenever it changes. */
  waitingChanged?: (spans: number) => void;
}

/** Sends while the calling thread is blocked. */
export interface LastSender {
  /** Starts sending all waiting spans. */
  send(): void;
  /** Blocks until every request is answered, or the deadline (Unix milliseconds) has passed. */
  wait(deadline: number): void;
}

export interface StartedProvider {
  stop(): Promise<void>;
  /** The queue of spans; undefined when OpenTelemetry's own exporters send them. */
  queue?: SpanQueue;
  /** The queue of scores; undefined where they cannot be sent beside the spans. */
  scores?: SpanQueue;
  openLastSender?(): LastSender;
  /** The tracer of the SDK's own provider; absent where sdk-node registers one. */
  tracer?: Tracer;
  /** Creates the same spans faster; undefined where that is not possible. */
  tracerFor?(tracer: Tracer): WholeSpanTracer | undefined;
}

/**
 * Starts the prepared provider. `isPrivate`: the application has registered its own, so this one is not registered and
 * creates only the SDK's spans.
 */
export type StartProvider = (isPrivate: boolean) => StartedProvider;

/** The scope of the SDK's spans. */
export const SCOPE = '@subtext/sdk';

interface TargetVariables {
  SUBTEXT_API_KEY?: string | undefined;
  SUBTEXT_URL?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_TRACES_EXPORTER?: string | undefined;
}

/** The URL of Subtext; undefined when the standard variables name another receiver. An empty variable counts as absent. */
export function subtextUrl({ url }: TracingOptions, env: TargetVariables): string | undefined {
  const standard =
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_TRACES_EXPORTER;
  return url ?? (env.SUBTEXT_URL || (standard ? undefined : DEFAULT_URL));
}

/** With a key the spans are sent to Subtext, also from an application that has registered a provider. */
export function isForSubtext(settings: TracingOptions, env: TargetVariables): boolean {
  return Boolean(settings.apiKey ?? env.SUBTEXT_API_KEY) && subtextUrl(settings, env) !== undefined;
}

export const DEFAULT_URL = 'http://127.0.0.1:4318';
/** Soon enough for a user who watches; `OTEL_BSP_SCHEDULE_DELAY` overrides it. */
export const DEFAULT_DELAY_MS = 1_000;
/** For one attempt. */
export const DEFAULT_TIMEOUT_MS = 2_500;

/** A positive number from the environment. */
export function positive(source: string | undefined, otherwise: number): number {
  const value = Number(source);
  return Number.isFinite(value) && value > 0 ? value : otherwise;
}

/**
 * The URL to which spans are sent. A URL that already ends in `/v1/traces` is accepted, because users copy it from a
 * screen. Throws an error that says what to set.
 */
export function tracesUrl(url: string): string {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new Error(
      `${JSON.stringify(url)} is no address that begins with http:// or https://; set SUBTEXT_URL to one.`,
    );
  }
  return `${url.replace(/\/+$/, '').replace(/\/v1\/traces$/, '')}/v1/traces`;
}

/** Where scores are sent, as log records; undefined when the spans go to an address of another form. */
export function logsUrl(tracesUrl: string): string | undefined {
  return /\/v1\/traces$/.test(tracesUrl) ? tracesUrl.replace(/\/v1\/traces$/, '/v1/logs') : undefined;
}

/**
 * Characters that a header may contain. A key that was shortened on a screen, or copied with its line break, contains
 * others.
 */
const KEY = /^[\x21-\x7e]*$/;

/** Throws an error that says what to set when the key cannot be sent. */
export function authorization(apiKey: string | undefined): Record<string, string> {
  if (apiKey !== undefined && !KEY.test(apiKey)) {
    throw new Error('SUBTEXT_API_KEY holds characters that no key has; copy the whole key (Settings → API keys).');
  }
  return apiKey ? { authorization: `Bearer ${apiKey}` } : {};
}
