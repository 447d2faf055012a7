/**
 * A tracer that takes complete spans and keeps only their bytes. OpenTelemetry creates each span object twice and holds
 * it until it is written, which was a third of the cost of recording a call. It is used in the SDK's own thread, where
 * only the SDK creates and sees spans; sampling and limits stay OpenTelemetry's. Elsewhere it is used only for spans
 * that are reported before their end, which OpenTelemetry cannot do. Between whole-span.ts and span-queue.ts.
 */
import { isSpanContextValid, TraceFlags, type Attributes, type SpanContext, type Tracer } from '@opentelemetry/api';
import type { ISerializer } from '@opentelemetry/otlp-transformer';
import type { IdGenerator, ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Written } from '../queue/span-queue.ts';
import type { OpenSpan, SpanIds, WholeSpan, WholeSpanTracer } from '../spans/whole-span.ts';
import { requestBytes, spanBytes } from './span-bytes.ts';

/** The fields that all spans of one tracer share. */
type Origin = Pick<ReadableSpan, 'resource' | 'instrumentationScope'>;

/** OpenTelemetry's default limits for a span. */
const MAX_EVENTS = 128;
const MAX_ATTRIBUTES = 128;

/** Everything that the queue and the serializer use of a span. */
class WrittenSpan implements Origin, Written {
  readonly resource: Origin['resource'];
  readonly instrumentationScope: Origin['instrumentationScope'];
  readonly written: Uint8Array;
  readonly isOpen: boolean;
  readonly #context: SpanContext;

  constructor(origin: Origin, context: SpanContext, span: WholeSpan | OpenSpan) {
    this.resource = origin.resource;
    this.instrumentationScope = origin.instrumentationScope;
    this.#context = context;
    this.written = spanBytes(span, context);
    this.isOpen = span.endTime === undefined;
  }

  spanContext(): SpanContext {
    return this.#context;
  }
}

export interface DirectOptions {
  processor: SpanProcessor;
  ids: IdGenerator;
}

/** Returns undefined when the tracer's spans are not recorded. */
export function directTracer(tracer: Tracer, { processor, ids }: DirectOptions): WholeSpanTracer | undefined {
  // This span is never ended, so it is never sent. It shows the resource and scope of the tracer's spans.
  const probe = tracer.startSpan('probe', { root: true });
  if (!isOrigin(probe)) return undefined;
  const origin: Origin = { resource: probe.resource, instrumentationScope: probe.instrumentationScope };
  const write = (span: WholeSpan | OpenSpan, spanIds: SpanIds | undefined): SpanContext => {
    const traceId = span.parent?.traceId ?? spanIds?.traceId ?? ids.generateTraceId();
    const context = { traceId, spanId: spanIds?.spanId ?? ids.generateSpanId(), traceFlags: TraceFlags.SAMPLED };
    processor.onEnd(new WrittenSpan(origin, context, span) as unknown as ReadableSpan);
    return context;
  };
  return {
    startSpan: (...args) => tracer.startSpan(...args),
    startActiveSpan: tracer.startActiveSpan.bind(tracer),
    record(span, spanIds) {
      if (spanIds) return isRecorded(span) ? write(withinLimits(span), spanIds) : undefined;
      return isRecorded(span) && withinLimits(span) === span ? write(span, undefined) : undefined;
    },
    recordOpen(span, spanIds) {
      if (isRecorded(span)) write(withinLimits(span), spanIds);
    },
  };
}

function isOrigin(span: object): span is Origin {
  return 'resource' in span && 'instrumentationScope' in span;
}

/** True for spans that the default sampler records. */
function isRecorded({ parent }: WholeSpan | OpenSpan): boolean {
  if (!parent) return true;
  return isSpanContextValid(parent) && (parent.traceFlags & TraceFlags.SAMPLED) !== 0 && !parent.traceState;
}

/** Returns the same span when it is within the limits. */
function withinLimits<AnySpan extends WholeSpan | OpenSpan>(span: AnySpan): AnySpan {
  const { events, attributes } = span;
  const names = Object.keys(attributes);
  if (events.length <= MAX_EVENTS && names.length <= MAX_ATTRIBUTES) return span;
  const kept = names.slice(0, MAX_ATTRIBUTES).map((name) => [name, attributes[name]]);
  return { ...span, events: events.slice(0, MAX_EVENTS), attributes: Object.fromEntries(kept) as Attributes };
}

/** Serializes spans of both kinds; OpenTelemetry's own serializer writes its spans. */
export function serializerOf<Response>(
  inner: ISerializer<ReadableSpan[], Response>,
): ISerializer<(ReadableSpan & Written)[], Response> {
  return {
    serializeRequest(spans) {
      const first = spans.find((span) => span.written);
      if (!first) return inner.serializeRequest(spans);
      const own = requestBytes(
        spans.flatMap((span) => span.written ?? []),
        first,
      );
      const others = spans.filter((span) => !span.written);
      // In protobuf, two concatenated messages are one message.
      return others.length === 0 ? own : Buffer.concat([own, inner.serializeRequest(others) ?? new Uint8Array()]);
    },
    deserializeResponse: (bytes) => inner.deserializeResponse(bytes),
  };
}
