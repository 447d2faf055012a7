/**
 * A span that is recorded in one step when it is complete, as generation-span.ts and tool-span.ts do for past calls:
 * with any tracer, or with one that takes complete spans.
 */
import {
  ROOT_CONTEXT,
  trace,
  type Attributes,
  type Context,
  type HrTime,
  type SpanContext,
  type SpanKind,
  type SpanStatus,
  type Tracer,
} from '@opentelemetry/api';

export interface WholeSpan {
  name: string;
  kind: SpanKind;
  startTime: HrTime;
  endTime: HrTime;
  attributes: Attributes;
  events: readonly { name: string; attributes: Attributes; time: HrTime }[];
  /** undefined: nothing failed. */
  status: SpanStatus | undefined;
  /** undefined: the span is a root. */
  parent: SpanContext | undefined;
  /** The caller's context keeps its baggage. */
  base: Context;
}

/** A span in progress. */
export interface OpenSpan extends Omit<WholeSpan, 'endTime'> {
  endTime: undefined;
}

/** The ids of a span that is reported more than once. */
export interface SpanIds {
  /** Used when the span is a root. */
  traceId: string;
  spanId: string;
}

export interface WholeSpanTracer extends Tracer {
  /** Records a complete span. Returns undefined when it must be created with `startSpan`. */
  record?(span: WholeSpan, ids?: SpanIds): SpanContext | undefined;
  /**
   * Reports a span before its end; `record` with the same ids reports the end. Absent when no receiver accepts such
   * spans.
   */
  recordOpen?(span: OpenSpan, ids: SpanIds): void;
}

/** Records a span in one step. `ids`: those of a span that was reported before its end. */
export type RecordSpan = (span: WholeSpan, ids?: SpanIds) => SpanContext;

/**
 * Records the span and returns its context for child spans. `ids`: those of a span that was reported before its end.
 */
export function recordSpan(tracer: WholeSpanTracer, span: WholeSpan, ids?: SpanIds): SpanContext {
  return tracer.record?.(span, ids) ?? startAndEnd(tracer, span);
}

function startAndEnd(tracer: Tracer, { name, kind, startTime, endTime, attributes, ...more }: WholeSpan): SpanContext {
  const span = tracer.startSpan(name, { kind, startTime, attributes }, contextUnder(more.parent, more.base));
  for (const event of more.events) span.addEvent(event.name, event.attributes, event.time);
  if (more.status) span.setStatus(more.status);
  span.end(endTime);
  return span.spanContext();
}

/** Without a parent the new span is a root. */
export function contextUnder(parent: SpanContext | undefined, base: Context = ROOT_CONTEXT): Context {
  return parent ? trace.setSpanContext(base, parent) : trace.deleteSpan(base);
}
