/** What `observe()` and `observeFetch()` take. */
import type { CapturePolicy, Mask } from './capture.ts';
import type { RunContext } from './context.ts';

/** Where spans go and what may be in them. The context is put on every span of this client. */
export interface ObserveOptions extends RunContext {
  /** Base URL of Subtext's ingest. Default: `SUBTEXT_URL`, else http://127.0.0.1:4318. */
  url?: string;
  /** Default: `SUBTEXT_API_KEY`. */
  apiKey?: string;
  /** What may leave this process, per kind of content. Default: everything. */
  capture?: CapturePolicy;
  /** Runs on every content that leaves; what it throws on stays here. */
  mask?: Mask;
  /**
   * The tokens of a text, by a tokenizer of yours: estimates verbatim thinking where the provider did not count it. Runs in this process, on its
   * event loop. Default: nothing is estimated here; Subtext does it when the spans arrive.
   */
  countTokens?: (text: string) => number;
  /** `service.name` of the spans. Default: `OTEL_SERVICE_NAME`. */
  serviceName?: string;
}
