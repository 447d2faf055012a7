/** Protobuf messages, written one behind the other into blocks of memory beside the heap. Used by span-bytes.ts; knows nothing of spans. */

/** Of spans without long texts some hundred have room. */
const BLOCK_BYTES = 128 * 1024;
/** In front of a message, for its field and its length, which is known behind it. */
const PREFIX_BYTES = 16;
/** Of a varint of 64 bits. */
const MAX_VARINT_BYTES = 10;

export const VARINT = 0;
export const FIXED64 = 1;
export const BYTES = 2;
export const FIXED32 = 5;

/** Number and wire type of a field, as they stand before its value. */
export function tagOf(field: number, wireType: number): number {
  return (field << 3) | wireType;
}

export class ProtobufWriter {
  readonly #blockBytes: number;
  #block: Buffer;
  #start = 0;
  #at = 0;

  constructor(blockBytes = BLOCK_BYTES) {
    this.#blockBytes = blockBytes;
    this.#block = Buffer.allocUnsafeSlow(blockBytes);
  }

  /** A message of its own; what is written until `end` is its content. */
  begin(): void {
    this.#start = this.#at;
    this.#need(PREFIX_BYTES);
    this.#at += PREFIX_BYTES;
  }

  /** The message as the field of another one, with its length. Nobody writes into these bytes any more. */
  end(tag: number): Uint8Array {
    const content = this.#start + PREFIX_BYTES;
    const length = this.#at - content;
    const first = content - varintSize(tag) - varintSize(length);
    const end = this.#at;
    this.#at = first;
    this.varint(tag);
    this.varint(length);
    this.#at = end;
    return this.#block.subarray(first, end);
  }

  /** A whole number ≥ 0. */
  varint(value: number): void {
    this.#need(MAX_VARINT_BYTES);
    let rest = value;
    for (; rest >= 0x80000000; rest = Math.floor(rest / 128)) this.#block[this.#at++] = (rest % 128) | 0x80;
    for (; rest >= 0x80; rest >>>= 7) this.#block[this.#at++] = (rest & 0x7f) | 0x80;
    this.#block[this.#at++] = rest;
  }

  /** A whole number of 64 bits, of either sign. */
  int64(value: number): void {
    if (value >= 0) return this.varint(value);
    this.#need(MAX_VARINT_BYTES);
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest >= 0x80n; rest >>= 7n) this.#block[this.#at++] = Number(rest & 0x7fn) | 0x80;
    this.#block[this.#at++] = Number(rest);
  }

  fixed32(value: number): void {
    this.#need(4);
    this.#at = this.#block.writeUInt32LE(value, this.#at);
  }

  fixed64(value: bigint): void {
    this.#need(8);
    this.#at = this.#block.writeBigUInt64LE(value, this.#at);
  }

  double(value: number): void {
    this.#need(8);
    this.#at = this.#block.writeDoubleLE(value, this.#at);
  }

  /** As they are, without a length. */
  bytes(bytes: Uint8Array): void {
    this.#need(bytes.byteLength);
    this.#block.set(bytes, this.#at);
    this.#at += bytes.byteLength;
  }

  /** Of hexadecimal digits, with the length of what they stand for. */
  hex(digits: string): void {
    this.varint(digits.length / 2);
    this.#need(digits.length / 2);
    this.#at += this.#block.write(digits, this.#at, 'hex');
  }

  /** With its length, which `textSize` gave for it. */
  text(text: string, size: number): void {
    this.varint(size);
    this.#need(size);
    // As many bytes as units: all of it is ASCII, which is copied at once.
    this.#at += this.#block.write(text, this.#at, size === text.length ? 'latin1' : 'utf8');
  }

  #need(bytes: number): void {
    if (this.#at + bytes <= this.#block.byteLength) return;
    const begun = this.#block.subarray(this.#start, this.#at);
    this.#block = Buffer.allocUnsafeSlow(Math.max(this.#blockBytes, 2 * (begun.byteLength + bytes)));
    this.#block.set(begun);
    this.#at = begun.byteLength;
    this.#start = 0;
  }
}

/** Bytes of a text in UTF-8. */
export function textSize(text: string): number {
  return Buffer.byteLength(text);
}

/** Bytes of a whole number ≥ 0. */
export function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
  return size;
}

/** Bytes of a text or message with its length. */
export function sizeWithLength(size: number): number {
  return varintSize(size) + size;
}
