/** Values nested as deep as one likes, in each way that a span can carry them. */
import { PbfWriter } from 'pbf';

/** Lists in lists, as JSON text. */
export const deepText = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** AnyValue of OTLP/JSON: text, since JSON.stringify could not write it. */
export const deepArray = (depth: number): string =>
  `${'{"arrayValue":{"values":['.repeat(depth)}{"stringValue":"x"}${']}}'.repeat(depth)}`;
export const deepMap = (depth: number): string =>
  `${'{"kvlistValue":{"values":[{"key":"k","value":'.repeat(depth)}{"stringValue":"x"}${'}]}}'.repeat(depth)}`;

/** AnyValue of protobuf, arrays in arrays: from the inside, since each level says how long it is. */
export function deepProtobuf(depth: number): Uint8Array {
  const inner = Buffer.from([0x0a, 1, 0x78]);
  const heads: Uint8Array[] = [];
  let length = inner.length;
  for (let level = 0; level < depth; level += 1)
    for (const field of [1, 5]) {
      const head = headOf(field, length);
      heads.push(head);
      length += head.length;
    }
  return Buffer.concat([...heads.reverse(), inner]);
}

const LENGTH_DELIMITED = 2;

function headOf(field: number, length: number): Uint8Array {
  const writer = new PbfWriter();
  writer.writeVarint((field << 3) | LENGTH_DELIMITED);
  writer.writeVarint(length);
  return writer.finish();
}
