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

export interface WholeSpanTracer extends Tracer {
  /** undefined when it is to be made as any span. */
  tell?(span: WholeSpan): SpanContext | undefined;
}

/** Gives its context, for what belongs under it. */
export function tellSpan(tracer: WholeSpanTracer, span: WholeSpan): SpanContext {
  return tracer.tell?.(span) ?? made(tracer, span);
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
