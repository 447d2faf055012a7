/** The bytes of directly encoded spans equal those of the OpenTelemetry serializer, for any content. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Attributes, type SpanContext } from '@opentelemetry/api';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type IdGenerator,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordSpan, type WholeSpan } from '../spans/whole-span.ts';
import { directTracer, serializerOf } from './direct-tracer.ts';

const ids: IdGenerator = {
  generateTraceId: () => '0af7651916cd43dd8448eb211c80319c',
  generateSpanId: () => 'b7ad6b7169203331',
};
const resource = resourceFromAttributes(
  { 'service.name': 'shop', 'host.cores': 2, 'process.args': ['a', 'ü'] },
  { schemaUrl: 'https://schema' },
);

function open() {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({
    resource,
    idGenerator: ids,
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('@subtext/sdk', '1.2.3', { schemaUrl: 'https://scope' });
  const written: ReadableSpan[] = [];
  const processor = {
    onStart: () => undefined,
    onEnd: (span: ReadableSpan) => void written.push(span),
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  return { exporter, tracer, written, direct: directTracer(tracer, { processor, ids }) };
}

function whole(given: Partial<WholeSpan> = {}): WholeSpan {
  return {
    name: 'chat gpt-5',
    kind: SpanKind.CLIENT,
    startTime: [1_763_000_000, 1],
    endTime: [1_763_000_001, 999_999_999],
    attributes: {},
    events: [],
    status: undefined,
    parent: undefined,
    base: ROOT_CONTEXT,
    ...given,
  };
}

/** The same spans, recorded by both tracers. */
function bothWays(spans: readonly WholeSpan[]): { direct: Uint8Array | undefined; otel: Uint8Array | undefined } {
  const { exporter, tracer, written, direct } = open();
  for (const span of spans) {
    recordSpan(tracer, span);
    if (direct) recordSpan(direct, span);
  }
  return {
    direct: serializerOf(ProtobufTraceSerializer).serializeRequest(written),
    otel: ProtobufTraceSerializer.serializeRequest(exporter.getFinishedSpans()),
  };
}

const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex');
const parent: SpanContext = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', traceFlags: 1 };
const hostile = fc.string({ unit: 'binary', maxLength: 300 });
const value = fc.oneof(
  hostile,
  fc.constantFrom('a'.repeat(127), 'é'.repeat(64), 'x'.repeat(20_000), '\ud800 alone', '\u{1f4e6}'),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, -1, 2 ** 31, 2 ** 32, 2 ** 62, 2 ** 63, -(2 ** 63)),
  fc.boolean(),
  fc.array(hostile, { maxLength: 5 }),
);
/** An attribute with the name of the prototype is lost in OpenTelemetry's objects. */
const name = fc.string({ minLength: 1, maxLength: 200 }).filter((text) => text !== '__proto__');
const attributes = fc.dictionary(name, value, { maxKeys: 8 }) as fc.Arbitrary<Attributes>;

describe('spanBytes', () => {
  it('writes any attributes, names, failures, attempts and parents as OpenTelemetry does', () => {
    const span = fc.record({
      attributes,
      name: hostile,
      kind: fc.constantFrom(SpanKind.INTERNAL, SpanKind.CLIENT),
      parent: fc.constantFrom(undefined, parent, { ...parent, isRemote: true }),
      status: fc.option(fc.record({ code: fc.constant(SpanStatusCode.ERROR), message: hostile }), { nil: undefined }),
      events: fc.array(
        fc.record({
          name: fc.constant('subtext.attempt'),
          attributes,
          time: fc.constant<[number, number]>([1_763_000_000, 7]),
        }),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 4 }), (given) => {
        const { direct, otel } = bothWays(given.map(whole));
        expect(hex(direct)).toBe(hex(otel));
      }),
      { numRuns: 150 },
    );
  });

  it('lets no span end before it began', () => {
    const { direct, otel } = bothWays([whole({ endTime: [1_763_000_000, 0] }), whole({ endTime: [1_762_999_999, 5] })]);
    expect(hex(direct)).toBe(hex(otel));
  });

  it('keeps the bytes of one span when those behind it need another block', () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      whole({ attributes: { text: String(index).repeat(index === 150 ? 200_000 : 700) } }),
    );
    const { direct, otel } = bothWays(many);
    expect(hex(direct)).toBe(hex(otel));
  });
});

describe('directTracer', () => {
  it('leaves spans to OpenTelemetry whose parent is not sampled', () => {
    const { exporter, written, direct } = open();
    const context = direct && recordSpan(direct, whole({ parent: { ...parent, traceFlags: 0 } }));
    expect(context).toMatchObject({ traceId: parent.traceId, traceFlags: 0 });
    expect([written, exporter.getFinishedSpans()]).toEqual([[], []]);
  });

  it('leaves spans to OpenTelemetry that pass its limits, and sends both kinds in one request', () => {
    const { exporter, tracer, written, direct } = open();
    const attributes = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`a${index}`, index]));
    if (direct) for (const span of [whole(), whole({ attributes })]) recordSpan(direct, span);
    const made = exporter.getFinishedSpans();
    expect([written.length, made.length, Object.keys(made[0]?.attributes ?? {}).length]).toEqual([1, 1, 128]);
    const together = serializerOf(ProtobufTraceSerializer).serializeRequest([...written, ...made]);
    recordSpan(tracer, whole());
    const [, plain] = exporter.getFinishedSpans();
    const separately = [plain, made[0]].map((span) =>
      hex(ProtobufTraceSerializer.serializeRequest(span ? [span] : [])),
    );
    expect(hex(together)).toBe(separately.join(''));
  });

  it('is none where nothing is recorded', () => {
    const silent = new TracerProvider({ sampler: { shouldSample: () => ({ decision: 0 }), toString: () => 'off' } });
    const processor = {
      onStart: () => undefined,
      onEnd: () => undefined,
      forceFlush: () => Promise.resolve(),
      shutdown: () => Promise.resolve(),
    };
    expect(directTracer(silent.getTracer('x'), { processor, ids })).toBeUndefined();
  });
});
