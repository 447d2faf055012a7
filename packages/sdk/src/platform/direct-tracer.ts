/**
 * A tracer that takes whole spans and keeps of each its bytes alone, in place of OpenTelemetry's objects: they are made twice over, and held
 * until they are written, which was a third of what recording a call costs. For our own thread, where nobody else makes or sees spans; all
 * that OpenTelemetry decides (sampling, limits) stays with it. Between whole-span.ts and the batch processor.
 */
import { isSpanContextValid, TraceFlags, type SpanContext, type Tracer } from '@opentelemetry/api';
import type { ISerializer } from '@opentelemetry/otlp-transformer';
import type { IdGenerator, ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Written } from '../bounded-processor.ts';
import type { WholeSpan, WholeSpanTracer } from '../whole-span.ts';
import { requestBytes, spanBytes } from './span-bytes.ts';

/** What all spans of one tracer have in common. */
type Origin = Pick<ReadableSpan, 'resource' | 'instrumentationScope'>;

/** OpenTelemetry's limits of what a span may have. */
const MAX_EVENTS = 128;
const MAX_ATTRIBUTES = 128;

/** All that batch processor and exporter ask of a span. */
class WrittenSpan implements Origin, Written {
  readonly resource: Origin['resource'];
  readonly instrumentationScope: Origin['instrumentationScope'];
  readonly written: Uint8Array;
  readonly #context: SpanContext;

  constructor(origin: Origin, context: SpanContext, written: Uint8Array) {
    this.resource = origin.resource;
    this.instrumentationScope = origin.instrumentationScope;
    this.#context = context;
    this.written = written;
  }

  spanContext(): SpanContext {
    return this.#context;
  }
}

export interface DirectOptions {
  processor: SpanProcessor;
  ids: IdGenerator;
}

/** undefined when this tracer's spans are not recorded. */
export function directTracer(tracer: Tracer, { processor, ids }: DirectOptions): WholeSpanTracer | undefined {
  // Never ended, so never sent: it shows what a span of this tracer brings along.
  const probe = tracer.startSpan('probe', { root: true });
  if (!isOrigin(probe)) return undefined;
  const origin: Origin = { resource: probe.resource, instrumentationScope: probe.instrumentationScope };
  return {
    startSpan: (...told) => tracer.startSpan(...told),
    startActiveSpan: tracer.startActiveSpan.bind(tracer),
    tell(span) {
      if (!isUsual(span)) return undefined;
      const { parent } = span;
      const traceId = parent?.traceId ?? ids.generateTraceId();
      const context = { traceId, spanId: ids.generateSpanId(), traceFlags: TraceFlags.SAMPLED };
      const written = new WrittenSpan(origin, context, spanBytes(span, context));
      processor.onEnd(written as unknown as ReadableSpan);
      return context;
    },
  };
}

function isOrigin(span: object): span is Origin {
  return 'resource' in span && 'instrumentationScope' in span;
}

/** With the default sampler such a span is always recorded, whole. */
function isUsual({ parent, events, attributes }: WholeSpan): boolean {
  const isSampled = !parent || (isSpanContextValid(parent) && (parent.traceFlags & TraceFlags.SAMPLED) !== 0);
  if (!isSampled || parent?.traceState || events.length > MAX_EVENTS) return false;
  return Object.keys(attributes).length <= MAX_ATTRIBUTES;
}

/** For spans of both kinds; those of OpenTelemetry are written by its own. */
export function serializerOf<Response>(
  inner: ISerializer<ReadableSpan[], Response>,
): ISerializer<(ReadableSpan & Written)[], Response> {
  return {
    serializeRequest(spans) {
      const [first] = spans;
      const written = spans.flatMap((span) => span.written ?? []);
      if (!first || written.length === 0) return inner.serializeRequest(spans);
      const own = requestBytes(written, first);
      const others = spans.filter((span) => !span.written);
      // Of protobuf, two messages in a row are one.
      return others.length === 0 ? own : Buffer.concat([own, inner.serializeRequest(others) ?? new Uint8Array()]);
    },
    deserializeResponse: (bytes) => inner.deserializeResponse(bytes),
  };
}
