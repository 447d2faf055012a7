/** Bodies that no exporter sends. */
import { gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { deepArray, deepMap, deepProtobuf, deepText } from '../src/testing/deep-values.ts';
import { jsonRequest, jsonSpan } from '../src/testing/otlp-json.ts';

const MEBIBYTE = 1024 ** 2;
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

/** 10 GiB of blanks: a gzip file may have several members, so these are ten thousand copies of one mebibyte. */
export function gzipBomb(): Uint8Array {
  const member = gzipSync(Buffer.alloc(MEBIBYTE, ' '), { level: 9 });
  return Buffer.concat(Array.from({ length: 10_000 }, () => member));
}

/** A request of exactly this many bytes, with spans that have long texts. */
export function sized(bytes: number): Uint8Array {
  const spans = Array.from({ length: 100 }, () => jsonSpan({ attributes: [text('note', 'x'.repeat(600_000))] }));
  const body = JSON.stringify(jsonRequest(spans));
  return Buffer.from(body.padEnd(bytes, ' '));
}

export function manyAttributes(count: number): { json: object; protobuf: Uint8Array } {
  const span = jsonSpan({ name: 'many attributes' });
  const names = Array.from({ length: count }, (_, index) => `attribute.${index}`);
  const json = jsonRequest([{ ...span, attributes: names.map((name) => text(name, 'value')) }]);
  const protobuf = protobufOf(
    names.map((name) => [name, 'value']),
    'many attributes',
  );
  return { json, protobuf };
}

/** Deep in both ways that OTLP nests, in the JSON of messages, and in unknown fields that the OTLP decoder skips. */
export function nested(depth: number): { body: Uint8Array; type?: 'application/x-protobuf' }[] {
  const messages = `[{"role":"assistant","parts":[{"type":"tool_call","id":"c","name":"n","arguments":${deepText(depth)}}]}]`;
  const inJson = (value: string) => {
    const span = jsonSpan({ attributes: [{ key: 'deep', value: 'HERE' }] });
    return { body: Buffer.from(JSON.stringify(jsonRequest([span])).replace('"HERE"', () => value)) };
  };
  const inText = ['gen_ai.output.messages', 'gen_ai.input.messages', 'gen_ai.tool.call.arguments'].map((key) => {
    const attributes = [text('gen_ai.operation.name', 'chat'), text(key, messages)];
    return { body: Buffer.from(JSON.stringify(jsonRequest([jsonSpan({ attributes })]))) };
  });
  const unknown = Buffer.from(
    JSON.stringify(jsonRequest([jsonSpan({ unknown: 'HERE' })])).replace('"HERE"', () => deepArray(depth)),
  );
  return [
    inJson(deepArray(depth)),
    inJson(deepMap(depth)),
    ...inText,
    { body: unknown },
    { body: inAttribute(deepProtobuf(depth)), type: 'application/x-protobuf' },
  ];
}

/** This many spans with this many calls each. */
export function manyCalls(spans: number, calls: number): Uint8Array {
  const messages = `[{"role":"assistant","parts":[${Array(calls).fill('{"type":"tool_call","name":"t"}').join(',')}]}]`;
  const attributes = [text('gen_ai.operation.name', 'chat'), text('gen_ai.output.messages', messages)];
  return Buffer.from(JSON.stringify(jsonRequest(Array.from({ length: spans }, () => jsonSpan({ attributes })))));
}

/** A protobuf request of this many bytes, in which every two bytes are an empty span. */
export function emptySpans(bytes: number): Uint8Array {
  const spans = Buffer.alloc(bytes, Uint8Array.from([0x12, 0]));
  return field(1, field(2, spans));
}

export function oneBigResource(spans: number, bytes: number): Uint8Array {
  const length = 100_000;
  const attributes = Array.from({ length: bytes / length }, (_, index) => text(`big.${index}`, 'x'.repeat(length)));
  const scopeSpans = [{ spans: Array.from({ length: spans }, () => jsonSpan()) }];
  return Buffer.from(JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans }] }));
}

/** A small request with every field that the decoder reads. */
export function protobufRequest(): Uint8Array {
  const messages = [{ role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 'n', arguments: { a: 1 } }] }];
  return protobufOf([
    ['gen_ai.operation.name', 'chat'],
    ['gen_ai.request.model', 'gpt-5.2'],
    ['gen_ai.response.id', 'resp_flipped'],
    ['gen_ai.output.messages', JSON.stringify(messages)],
  ]);
}

/** Field numbers from opentelemetry-proto trace/v1. */
function protobufOf(attributes: readonly (readonly [string, string])[], name = 'chat'): Uint8Array {
  return inRequest((span) => {
    span.writeStringField(5, name);
    for (const [key, value] of attributes) span.writeMessage(9, writeTextAttribute, { key, value });
  });
}

interface TextAttribute {
  key: string;
  value: string;
}

function writeTextAttribute({ key, value }: TextAttribute, writer: PbfWriter): void {
  writer.writeStringField(1, key);
  writer.writeMessage(2, (inner: string, valueWriter: PbfWriter) => valueWriter.writeStringField(1, inner), value);
}

function inAttribute(value: Uint8Array): Uint8Array {
  return inRequest((span) => span.writeBytesField(9, Buffer.concat([field(1, Buffer.from('deep')), field(2, value)])));
}

function field(number: number, bytes: Uint8Array): Uint8Array {
  const writer = new PbfWriter();
  writer.writeBytesField(number, bytes);
  return writer.finish();
}

function inRequest(writeMore: (span: PbfWriter) => void): Uint8Array {
  const { traceId, spanId } = jsonSpan();
  const span = new PbfWriter();
  span.writeBytesField(1, Buffer.from(traceId, 'hex'));
  span.writeBytesField(2, Buffer.from(spanId, 'hex'));
  span.writeFixed64Field(7, 1_790_000_000_000_000_000);
  span.writeFixed64Field(8, 1_790_000_001_000_000_000);
  writeMore(span);
  return field(1, field(2, field(2, span.finish())));
}
