/** A span that is told at once, when all of it is known: what emit.ts says of calls that have passed. To any tracer, or to one that takes it whole. */
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
  /** Absent: nothing failed. */
  status: SpanStatus | undefined;
  /** undefined: it is a root. */
  parent: SpanContext | undefined;
  /** The caller's context keeps its baggage. */
  base: Context;
}

/** As far as it is known while it is under way. */
export interface OpenSpan extends Omit<WholeSpan, 'endTime'> {
  endTime: undefined;
}

/** Of a span that is told of more than once. */
export interface SpanIds {
  /** When it is a root. */
  traceId: string;
  spanId: string;
}

export interface WholeSpanTracer extends Tracer {
  /** undefined when it is to be made as any span. */
  tell?(span: WholeSpan, ids?: SpanIds): SpanContext | undefined;
  /** Tells of a span before its end, which `tell` with the same ids tells. Where it is absent, nobody takes such spans. */
  tellOpen?(span: OpenSpan, ids: SpanIds): void;
}

/** Gives its context, for what belongs under it. `ids`: of a span that was told of while it was under way. */
export function tellSpan(tracer: WholeSpanTracer, span: WholeSpan, ids?: SpanIds): SpanContext {
  return tracer.tell?.(span, ids) ?? made(tracer, span);
}

function made(tracer: Tracer, { name, kind, startTime, endTime, attributes, ...more }: WholeSpan): SpanContext {
  const span = tracer.startSpan(name, { kind, startTime, attributes }, contextUnder(more.parent, more.base));
  for (const event of more.events) span.addEvent(event.name, event.attributes, event.time);
  if (more.status) span.setStatus(more.status);
  span.end(endTime);
  return span.spanContext();
}

/** Without a parent the span is a root. */
export function contextUnder(parent: SpanContext | undefined, base: Context = ROOT_CONTEXT): Context {
  return parent ? trace.setSpanContext(base, parent) : trace.deleteSpan(base);
}
