import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { TracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import fc from 'fast-check';
import { PbfWriter } from 'pbf';
import { describe, expect, it } from 'vitest';
import { IngestError } from '../errors.ts';
import { decodeJson } from './decode-json.ts';
import { decodeProtobuf } from './decode-protobuf.ts';
import { MalformedOtlp, TOO_DEEP, type Span } from './wire.ts';

/** What the OpenTelemetry SDK itself puts on the wire. */
function realSpans() {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const tracer = provider.getTracer('shop.agent', '1.2.3');
  const parent = tracer.startSpan('chat gpt-5', { startTime: [1_790_000_000, 123_456_789] });
  parent.setAttributes({ 'gen_ai.usage.output_tokens': 96, 'gen_ai.response.finish_reasons': ['stop', 'length'] });
  parent.setAttributes({ ['__proto__']: 'only a key', ratio: 0.25, on: true, text: 'grüße 🦊' });
  parent.addEvent('subtext.attempt', { status: 429 }, [1_790_000_000, 200_000_000]);
  parent.setStatus({ code: 2, message: 'it broke' });
  parent.end([1_790_000_001, 0]);
  tracer.startSpan('child', {}, trace.setSpan(ROOT_CONTEXT, parent)).end();
  return exporter.getFinishedSpans();
}

const protobuf = ProtobufTraceSerializer.serializeRequest(realSpans()) as Uint8Array;
const json = JsonTraceSerializer.serializeRequest(realSpans()) as Uint8Array;

const withoutIds = (span: Span) => ({
  ...span,
  traceId: 0,
  spanId: 0,
  parentSpanId: 0,
  startTimeUnixNano: 0,
  endTimeUnixNano: 0,
});

describe('both encodings of one batch', () => {
  it('decode to the same spans', () => {
    expect(decodeProtobuf(protobuf)).toHaveLength(2);
    expect(decodeProtobuf(protobuf).map(withoutIds)).toEqual(decodeJson(json).map(withoutIds));
  });

  it.each([
    ['protobuf', () => decodeProtobuf(protobuf)],
    ['JSON', () => decodeJson(json)],
  ])('keep ids, nanoseconds, values and events in %s', (_encoding, decode) => {
    const [span, child] = decode() as [Span, Span];
    expect(span.traceId).toHaveLength(16);
    expect(Buffer.from(child.parentSpanId)).toEqual(Buffer.from(span.spanId));
    expect(span.startTimeUnixNano).toBe(1_790_000_000_123_456_789n);
    expect(span.attributes.get('gen_ai.usage.output_tokens')).toBe(96);
    expect(span.attributes.get('gen_ai.response.finish_reasons')).toEqual(['stop', 'length']);
    expect(span.attributes.get('text')).toBe('grüße 🦊');
    expect(span.events[0]?.attributes.get('status')).toBe(429);
    expect([span.statusCode, span.statusMessage, span.kind]).toEqual([2, 'it broke', 1]);
    expect(span.scope).toMatchObject({ name: 'shop.agent', version: '1.2.3' });
  });
});

describe('protobuf from outside', () => {
  it('is spans or a MalformedOtlp, wherever it is cut', () => {
    for (let end = 0; end < protobuf.length; end++)
      expectSpansOrMalformed(() => decodeProtobuf(protobuf.subarray(0, end)));
  });

  it('is spans or a MalformedOtlp, for any flipped byte', () => {
    for (let at = 0; at < protobuf.length; at++) {
      const flipped = protobuf.slice();
      flipped[at] = (flipped[at] ?? 0) ^ 0xff;
      expectSpansOrMalformed(() => decodeProtobuf(flipped));
    }
  });

  it('is spans or a MalformedOtlp for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => expectSpansOrMalformed(() => decodeProtobuf(bytes))),
    );
  });

  it('refuses a field that says it is longer than the body', () => {
    expect(() => decodeProtobuf(Uint8Array.from([0x0a, 0xff, 0xff, 0x03]))).toThrow(MalformedOtlp);
  });

  it('keeps integers that a JavaScript number cannot hold', () => {
    const [span] = decodeProtobuf(spanWithAttribute((writer) => writer.writeTag(3, 0), MAX_INT64)) as [Span];
    expect(span.attributes.get('big')).toBe(9_223_372_036_854_775_807n);
  });

  it('replaces what nests too deep instead of running out of stack', () => {
    const [span] = decodeProtobuf(nested(10_000)) as [Span];
    expect(JSON.stringify(span.attributes.get('deep'))).toContain(TOO_DEEP);
  });
});

describe('JSON from outside', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value));

  it('names the place when attributes are an object', () => {
    const body = encode({ resourceSpans: [{ scopeSpans: [{ spans: [{ attributes: { a: 1 } }] }] }] });
    expect(() => decodeJson(body)).toThrow(
      /resourceSpans\[0\]\.scopeSpans\[0\]\.spans\[0\]\.attributes should be a list/,
    );
  });

  it('takes integers as strings and as numbers, and ids in either case', () => {
    const attributes = [
      { key: 'a', value: { intValue: '96' } },
      { key: 'b', value: { intValue: 97 } },
      { key: 'c', value: { doubleValue: 'NaN' } },
    ];
    const span = { traceId: '5B8EFFF798038103D269B633813FC60C', startTimeUnixNano: 1790000000000000000, attributes };
    const [decoded] = decodeJson(encode({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] })) as [Span];
    expect([...decoded.attributes.values()]).toEqual([96, 97, NaN]);
    expect(Buffer.from(decoded.traceId).toString('hex')).toBe('5b8efff798038103d269b633813fc60c');
  });

  it('takes a null for a field that is not there, as proto3 JSON has it: serialisers write one for each kind of value', () => {
    const absent = { stringValue: null, boolValue: null, intValue: null, bytesValue: null, arrayValue: null };
    const attributes = [
      { key: 'a', value: { ...absent, doubleValue: 1.5, kvlistValue: null } },
      { key: 'b', value: { ...absent, doubleValue: null, kvlistValue: { values: [] } } },
      { key: 'c', value: { ...absent, doubleValue: null, kvlistValue: null } },
    ];
    const [decoded] = decodeJson(encode({ resourceSpans: [{ scopeSpans: [{ spans: [{ attributes }] }] }] })) as [Span];
    expect([...decoded.attributes.values()]).toEqual([1.5, new Map(), null]);
  });

  it('takes no failure for silence: what should be the number of a state may be its name', () => {
    const spans = ['STATUS_CODE_ERROR', 'STATUS_CODE_OK', 2, '1', 'whatever'].map((code) => ({ status: { code } }));
    const decoded = decodeJson(encode({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));
    expect(decoded.map(({ statusCode }) => statusCode)).toEqual([2, 1, 2, 1, 0]);
  });

  it('counts nothing below zero', () => {
    const spans = [{ droppedAttributesCount: -5 }];
    expect(decodeJson(encode({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))[0]?.droppedAttributesCount).toBe(0);
  });

  it('keeps a key named __proto__ as a key', () => {
    const body = Buffer.from(
      '{"resourceSpans":[{"scopeSpans":[{"spans":[{"attributes":[{"key":"__proto__","value":{"stringValue":"x"}}]}]}]}]}',
    );
    expect(decodeJson(body)[0]?.attributes.get('__proto__')).toBe('x');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('is spans or a MalformedOtlp for any JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => expectSpansOrMalformed(() => decodeJson(encode(value)))));
  });

  it('is empty for an empty request', () => expect(decodeJson(encode({}))).toEqual([]));
});

const MAX_INT64 = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];

function expectSpansOrMalformed(decode: () => Span[]): void {
  try {
    expect(Array.isArray(decode())).toBe(true);
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedOtlp);
  }
}

const inMessage = (field: number, bytes: Uint8Array): Uint8Array => {
  const writer = new PbfWriter();
  writer.writeBytesField(field, bytes);
  return writer.finish().slice();
};

/** A request with one span that has one attribute, whose AnyValue is the given bytes. */
function withAnyValue(key: string, anyValue: Uint8Array): Uint8Array {
  const keyValue = Buffer.concat([inMessage(1, Buffer.from(key)), inMessage(2, anyValue)]);
  return inMessage(1, inMessage(2, inMessage(2, inMessage(9, keyValue))));
}

function spanWithAttribute(tag: (writer: PbfWriter) => void, value: number[]): Uint8Array {
  const writer = new PbfWriter();
  tag(writer);
  return withAnyValue('big', Buffer.concat([writer.finish(), Uint8Array.from(value)]));
}

function nested(depth: number): Uint8Array {
  let value: Uint8Array = inMessage(1, Buffer.from('bottom'));
  for (let level = 0; level < depth; level++) value = inMessage(5, inMessage(1, value));
  return withAnyValue('deep', value);
}

describe('a body that would become many times its size', () => {
  const many = (unit: readonly number[]) => Buffer.alloc(4_000_000 * unit.length, Uint8Array.from(unit));

  it.each([
    ['empty spans', () => inMessage(1, inMessage(2, many([0x12, 0])))],
    ['empty events', () => inMessage(1, inMessage(2, inMessage(2, many([0x5a, 0]))))],
    ['empty links', () => inMessage(1, inMessage(2, inMessage(2, many([0x6a, 0]))))],
    ['empty maps', () => withAnyValue('many', inMessage(5, many([0x0a, 2, 0x32, 0])))],
  ])('of %s is refused in protobuf', (_of, body) => {
    expect(() => decodeProtobuf(body())).toThrow(IngestError);
  });

  it.each([
    ['empty spans', () => `{"resourceSpans":[{"scopeSpans":[{"spans":[${Array(600_000).fill('{}').join()}]}]}]}`],
    ['what is no span', () => `{"resourceSpans":[],"other":[${Array(4_500_000).fill('{}').join()}]}`],
  ])('of %s is refused in JSON', (_of, body) => {
    expect(() => decodeJson(Buffer.from(body()))).toThrow(IngestError);
  });

  it('may be large because of its texts, for any content', () => {
    const attributes = [{ key: 'text', value: { stringValue: ',[{\\",'.repeat(2_000_000) } }];
    const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{ attributes }] }] }] });
    expect(decodeJson(Buffer.from(body))).toHaveLength(1);
  });
});

it('leaves out attributes beyond ten thousand, and counts them with those that the sender dropped', () => {
  const attributes = Array.from({ length: 10_003 }, (_, index) => ({ key: `a${index}`, value: { intValue: index } }));
  const json = { resourceSpans: [{ scopeSpans: [{ spans: [{ attributes, droppedAttributesCount: 4 }] }] }] };
  const [fromJson] = decodeJson(Buffer.from(JSON.stringify(json)));
  const writer = new PbfWriter();
  const writeAttribute = (key: string, attribute: PbfWriter) => attribute.writeStringField(1, key);
  writer.writeMessage(
    1,
    (_request: null, group: PbfWriter) =>
      group.writeMessage(
        2,
        (_group: null, scope: PbfWriter) =>
          scope.writeMessage(
            2,
            (_scope: null, span: PbfWriter) => {
              span.writeVarintField(10, 4);
              for (const { key } of attributes) span.writeMessage(9, writeAttribute, key);
            },
            null,
          ),
        null,
      ),
    null,
  );
  const [fromProtobuf] = decodeProtobuf(writer.finish());
  for (const span of [fromJson, fromProtobuf]) {
    expect(span?.attributes.size).toBe(10_000);
    expect(span?.droppedAttributesCount).toBe(7);
  }
});
