/** What `observe()` and `observeFetch()` take. */
import type { CapturePolicy, Mask } from './capture.ts';
import type { RunContext } from './context.ts';

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
