/** The words that node.ts and edge.ts share. */
import type { Tracer } from '@opentelemetry/api';
import type { SpanQueue } from '../span-queue.ts';
import type { WholeSpanTracer } from '../whole-span.ts';

/** What `AsyncLocalStorage` offers and is used of it. */
export interface AsyncStorage<T> {
  run<Result>(value: T, work: () => Result): Result;
  getStore(): T | undefined;
}

export interface ExitHooks {
  /** Nothing is left to do for the process. */
  idle: () => void;
  /** A signal came; `others` listen to it, too. Never rejects. */
  signalled: (others: boolean) => Promise<void>;
  /** The process ends now: nothing asynchronous is run any more. */
  exiting: () => void;
}

/** A timer that keeps no process alive, where timers do. */
export function unreferenced<Timer>(timer: Timer): Timer {
  (timer as { unref?: () => void }).unref?.();
  return timer;
}

/** Where spans go; absent: as the environment says. */
export interface TracingOptions {
  /** Base URL of Subtext's ingest; default `SUBTEXT_URL`, else the standard `OTEL_EXPORTER_OTLP_*`, else http://127.0.0.1:4318. */
  url?: string;
  /** Default `SUBTEXT_API_KEY`. */
  apiKey?: string;
  /** Default `OTEL_SERVICE_NAME`. */
  serviceName?: string;
  /** `service.instance.id`: one for all that a process sends. */
  instanceId?: string;
  /** Nobody but us makes spans with it: so in a thread of ours. */
  isOursAlone?: boolean;
  /** Called with the number of spans that wait to be sent, whenever it changes. */
  waitingChanged?: (spans: number) => void;
}

/** Sends while the calling thread stands still. */
export interface LastSender {
  /** Begins to send all that waits. */
  send(): void;
  /** Until all that it sends is answered, or the deadline (Unix milliseconds) has passed. */
  wait(deadline: number): void;
}

export interface StartedProvider {
  stop(): Promise<void>;
  /** What waits to be sent; undefined when OpenTelemetry's own exporters send it. */
  queue?: SpanQueue;
  openLastSender?(): LastSender;
  /** A faster way to the same spans; undefined where there is none. */
  tracerFor?(tracer: Tracer): WholeSpanTracer | undefined;
}

/** Registers the provider that was prepared. */
export type StartProvider = () => StartedProvider;

export const DEFAULT_URL = 'http://127.0.0.1:4318';
/** Soon enough for a person who watches; `OTEL_BSP_SCHEDULE_DELAY` overrides. */
export const DEFAULT_DELAY_MS = 1_000;
/** Of one attempt. */
export const DEFAULT_TIMEOUT_MS = 2_500;

/** A positive number from the environment. */
export function positive(source: string | undefined, otherwise: number): number {
  const value = Number(source);
  return Number.isFinite(value) && value > 0 ? value : otherwise;
}

/** Where Subtext's ingest takes spans; that place itself is what people copy from a screen, and as good. Throws what to set otherwise. */
export function tracesUrl(url: string): string {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new Error(
      `${JSON.stringify(url)} is no address that begins with http:// or https://; set SUBTEXT_URL to one.`,
    );
  }
  return `${url.replace(/\/+$/, '').replace(/\/v1\/traces$/, '')}/v1/traces`;
}

/** What a header holds. A key that was shortened for a screen, or copied with its line break, has something else in it. */
const KEY = /^[\x21-\x7e]*$/;

/** Throws what to set when the key cannot be sent. */
export function authorization(apiKey: string | undefined): Record<string, string> {
  if (apiKey !== undefined && !KEY.test(apiKey)) {
    throw new Error('SUBTEXT_API_KEY holds characters that no key has; copy the whole key (Settings → API keys).');
  }
  return apiKey ? { authorization: `Bearer ${apiKey}` } : {};
}
