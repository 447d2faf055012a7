/** Options of `observe()` and `observeFetch()`. */
import type { CapturePolicy, Mask } from '../privacy/capture.ts';
import type { RunContext } from '../exchange/context.ts';

/** Where spans are sent and what they may contain. The context is set on every span of this client. */
export interface ObserveOptions extends RunContext {
  /** Base URL of Subtext's ingest. Default: `SUBTEXT_URL`, else http://127.0.0.1:4318. */
  url?: string;
  /** Default: `SUBTEXT_API_KEY`. */
  apiKey?: string;
  /** What may leave this process, for each kind of content. Default: everything. */
  capture?: CapturePolicy;
  /** Runs on every content that leaves. A content is withheld when it throws. */
  mask?: Mask;
  /**
   * Counts the tokens of a text, with a tokenizer of yours: estimates verbatim thinking where the provider did not
   * report it. Runs in this process, on its event loop. Default: nothing is estimated here; Subtext estimates when the
   * spans arrive.
   */
  countTokens?: (text: string) => number;
  /** `service.name` of the spans. Default: `OTEL_SERVICE_NAME`. */
  serviceName?: string;
}
