/** The public entry: a client, or a fetch, whose model calls become spans. Everything else about it stays what it was. */
import { observeFetchWith, observeWith } from './attach.ts';
import type { CapturePolicy, Mask } from './capture.ts';
import type { RunContext } from './context.ts';
import { recorder } from './recorder.ts';

export interface ObserveOptions extends RunContext {
  /** Base URL of Subtext's ingest. Default: `SUBTEXT_URL`, else http://127.0.0.1:4318. */
  url?: string;
  /** Default: `SUBTEXT_API_KEY`. */
  apiKey?: string;
  /** What may leave this process, per kind of content. Default: everything. */
  capture?: CapturePolicy;
  /** Runs on every content that leaves; what it throws on stays here. */
  mask?: Mask;
  /** `service.name` of the spans. Default: `OTEL_SERVICE_NAME`. */
  serviceName?: string;
}

/**
 * A client of the same type whose calls are recorded. `openai` and `@anthropic-ai/sdk` (and others of their generator) give a copy with
 * an observed fetch, or themselves with their fetch observed where a copy would not be the same. An unknown client comes back untouched.
 */
export function observe<Client extends object>(client: Client, options: ObserveOptions = {}): Client {
  return observeWith(recorder, client, options);
}

/** A fetch that does what the given one does; requests answered in a known model format are recorded. */
export function observeFetch(
  fetch: typeof globalThis.fetch = globalThis.fetch,
  options: ObserveOptions = {},
): typeof globalThis.fetch {
  return observeFetchWith(recorder, fetch, options);
}
