/** What `pbf` does not do: 64-bit integers without loss, and nested messages that must end at their declared length. */
import type { PbfReader } from 'pbf';
import { MalformedOtlp } from './wire.ts';

export type ReadField<Result> = (field: number, result: Result, reader: PbfReader) => void;

const LENGTH_DELIMITED = 2;

/**
 * Reads a nested message. A length past the end of the buffer, or a field past the end of its message, is a broken body
 * and never guessed.
 */
export function readMessage<Result>(reader: PbfReader, readField: ReadField<Result>, result: Result): Result {
  const end = endOfField(reader);
  reader.readFields(readField, result, end);
  if (reader.pos !== end) throw new MalformedOtlp(`A protobuf message is broken before byte ${end}.`);
  return result;
}

export function readString(reader: PbfReader): string {
  const end = endOfField(reader);
  const text = (reader.buf as Buffer).toString('utf8', reader.pos, end);
  reader.pos = end;
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

const BYTE_ORDER_MARK = 0xfeff;

/** Longer names, and names with non-ASCII characters, are read like any text. */
const LONGEST_KNOWN_NAME = 64;
/**
 * A power of two: the rest of a hash is a slot. Far more slots than names in use; a colliding name replaces the old
 * one.
 */
const PLACES = 4_096;
const knownNames = new Array<string>(PLACES).fill('');

/**
 * The name of an attribute: the same few in millions of spans, so nearly all are found without being allocated again.
 */
export function readName(reader: PbfReader): string {
  const { buf, pos } = reader;
  const end = endOfField(reader);
  const [begin, length] = [reader.pos, end - reader.pos];
  let hash = length;
  for (let index = begin; index < end && length <= LONGEST_KNOWN_NAME; index += 1)
    hash = (Math.imul(hash, 31) + buf[index]!) | 0;
  const place = (hash ^ (hash >>> 13)) & (PLACES - 1);
  const cached = knownNames[place]!;
  if (cached.length === length && length > 0 && isAt(buf, begin, cached)) {
    reader.pos = end;
    return cached;
  }
  reader.pos = pos;
  const name = readString(reader);
  if (length <= LONGEST_KNOWN_NAME && name.length === length) knownNames[place] = name;
  return name;
}

function isAt(bytes: Uint8Array, begin: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1)
    if (bytes[begin + index] !== text.charCodeAt(index)) return false;
  return true;
}

/** A copy: the request's buffer is released before the row is written. A Buffer, because its `hex` needs no view. */
export function readBytes(reader: PbfReader): Buffer {
  const end = endOfField(reader);
  const bytes = Buffer.allocUnsafe(end - reader.pos);
  (reader.buf as Buffer).copy(bytes, 0, reader.pos, end);
  reader.pos = end;
  return bytes;
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
