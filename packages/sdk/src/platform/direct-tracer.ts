/**
 * A tracer that takes whole spans and keeps of each its bytes alone, in place of OpenTelemetry's objects: they are made twice over, and held
 * until they are written, which was a third of what recording a call costs. For our own thread, where nobody else makes or sees spans; all
 * that OpenTelemetry decides (sampling, limits) stays with it. Everywhere else only for spans that are told of before their end, which
 * OpenTelemetry cannot. Between whole-span.ts and the queue of spans.
 */
import { isSpanContextValid, TraceFlags, type Attributes, type SpanContext, type Tracer } from '@opentelemetry/api';
import type { ISerializer } from '@opentelemetry/otlp-transformer';
import type { IdGenerator, ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Written } from '../span-queue.ts';
import type { OpenSpan, SpanIds, WholeSpan, WholeSpanTracer } from '../whole-span.ts';
import { requestBytes, spanBytes } from './span-bytes.ts';

/** What all spans of one tracer have in common. */
type Origin = Pick<ReadableSpan, 'resource' | 'instrumentationScope'>;

/** OpenTelemetry's limits of what a span may have. */
const MAX_EVENTS = 128;
const MAX_ATTRIBUTES = 128;

/** All that the queue and the serializer use of a span. */
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
  /** Nobody but us makes spans with it. */
  isOursAlone?: boolean;
}

/** undefined when this tracer's spans are not recorded. */
export function directTracer(tracer: Tracer, options: DirectOptions): WholeSpanTracer | undefined {
  const { processor, ids, isOursAlone = false } = options;
  // Never ended, so never sent: it shows what a span of this tracer brings along.
  const probe = tracer.startSpan('probe', { root: true });
  if (!isOrigin(probe)) return undefined;
  const origin: Origin = { resource: probe.resource, instrumentationScope: probe.instrumentationScope };
  const write = (span: WholeSpan | OpenSpan, told: SpanIds | undefined): SpanContext => {
    const traceId = span.parent?.traceId ?? told?.traceId ?? ids.generateTraceId();
    const context = { traceId, spanId: told?.spanId ?? ids.generateSpanId(), traceFlags: TraceFlags.SAMPLED };
    processor.onEnd(new WrittenSpan(origin, context, span) as unknown as ReadableSpan);
    return context;
  };
  return {
    startSpan: (...told) => tracer.startSpan(...told),
    startActiveSpan: tracer.startActiveSpan.bind(tracer),
    tell(span, told) {
      if (told) return isRecorded(span) ? write(withinLimits(span), told) : undefined;
      return isOursAlone && isRecorded(span) && withinLimits(span) === span ? write(span, undefined) : undefined;
    },
    tellOpen(span, told) {
      if (isRecorded(span)) write(withinLimits(span), told);
    },
  };
}

function isOrigin(span: object): span is Origin {
  return 'resource' in span && 'instrumentationScope' in span;
}

/** With the default sampler such a span always is. */
function isRecorded({ parent }: WholeSpan | OpenSpan): boolean {
  if (!parent) return true;
  return isSpanContextValid(parent) && (parent.traceFlags & TraceFlags.SAMPLED) !== 0 && !parent.traceState;
}

/** The same when it is. */
function withinLimits<Told extends WholeSpan | OpenSpan>(span: Told): Told {
  const { events, attributes } = span;
  const names = Object.keys(attributes);
  if (events.length <= MAX_EVENTS && names.length <= MAX_ATTRIBUTES) return span;
  const kept = names.slice(0, MAX_ATTRIBUTES).map((name) => [name, attributes[name]]);
  return { ...span, events: events.slice(0, MAX_EVENTS), attributes: Object.fromEntries(kept) as Attributes };
}

/** For spans of both kinds; those of OpenTelemetry are written by its own. */
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
      // Of protobuf, two messages in a row are one.
      return others.length === 0 ? own : Buffer.concat([own, inner.serializeRequest(others) ?? new Uint8Array()]);
    },
    deserializeResponse: (bytes) => inner.deserializeResponse(bytes),
  };
}
