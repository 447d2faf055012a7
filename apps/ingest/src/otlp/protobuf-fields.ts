/** What `pbf` leaves open: 64-bit integers without loss, and nested messages that must end where they say they end. */
import type { PbfReader } from 'pbf';
import { MalformedOtlp } from './wire.ts';

export type ReadField<Result> = (field: number, result: Result, reader: PbfReader) => void;

const LENGTH_DELIMITED = 2;

/** Reads a nested message. A length that leaves the buffer, or a field that leaves its message, is a broken body and never a guess. */
export function readMessage<Result>(reader: PbfReader, readField: ReadField<Result>, result: Result): Result {
  const end = endOfField(reader);
  reader.readFields(readField, result, end);
  if (reader.pos !== end) throw new MalformedOtlp(`A protobuf message is broken before byte ${end}.`);
  return result;
}

export function readString(reader: PbfReader): string {
  expectInside(reader);
  return reader.readString();
}

/** A copy: the request's buffer is let go before the row is written. */
export function readBytes(reader: PbfReader): Uint8Array {
  expectInside(reader);
  return reader.readBytes().slice();
}

/** fixed64, little endian. */
export function readFixed64(reader: PbfReader): bigint {
  const low = BigInt(reader.readFixed32());
  return low | (BigInt(reader.readFixed32()) << 32n);
}

/** int64: a number where it is exact, else a bigint. */
export function readInt64(reader: PbfReader): number | bigint {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = reader.buf[reader.pos++];
    if (byte === undefined) throw new MalformedOtlp('A protobuf integer is cut off.');
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return exactNumber(BigInt.asIntN(64, value));
  }
  throw new MalformedOtlp('A protobuf integer has more than ten bytes.');
}

export const exactNumber = (value: bigint): number | bigint =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;

function endOfField(reader: PbfReader): number {
  if (reader.type !== LENGTH_DELIMITED) throw new MalformedOtlp(`Byte ${reader.pos} should begin a nested message.`);
  const length = reader.readVarint();
  const end = reader.pos + length;
  if (!(end <= reader.length))
    throw new MalformedOtlp(`A protobuf field ends after the body (byte ${end} of ${reader.length}).`);
  return end;
}

/** Leaves the reader where it was, once it is sure that the field is inside the body. */
function expectInside(reader: PbfReader): void {
  const { pos } = reader;
  endOfField(reader);
  reader.pos = pos;
}
