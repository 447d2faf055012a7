/** Spans of instrumentations that describe the model call which the SDK observes, too. */
import type { Span } from '@opentelemetry/api';
import { GEN_AI } from '@subtext/reasoning';

/** What the spans of OpenTelemetry's SDK have beyond the API: in version 1, and since version 2. */
interface SdkSpan {
  attributes?: Readonly<Record<string, unknown>>;
  parentSpanId?: unknown;
  parentSpanContext?: unknown;
}

const MODEL_CALLS: ReadonlySet<unknown> = new Set(['chat', 'text_completion', 'generate_content']);

/**
 * True for the span of a model call that begins a trace. It knows nothing of the run, and each call of an agent would
 * have a trace of its own under it. Subtext joins both reports of the call by the id of the response.
 */
export function isLoneModelCall(span: Span): boolean {
  const { attributes, parentSpanId, parentSpanContext } = span as SdkSpan;
  const isRoot = parentSpanId === undefined && parentSpanContext === undefined;
  return isRoot && MODEL_CALLS.has(attributes?.[GEN_AI.operationName]);
}
