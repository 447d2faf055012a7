/**
 * Writes protobuf messages one after the other into blocks of memory outside the heap. Used by span-bytes.ts; knows
 * nothing about spans.
 */

/** Room for about a hundred spans without long texts. */
const BLOCK_BYTES = 128 * 1024;
/** Reserved in front of a message for its tag and length, which are known at its end. */
const PREFIX_BYTES = 16;
/** The longest varint of 64 bits. */
const MAX_VARINT_BYTES = 10;

export const VARINT = 0;
export const FIXED64 = 1;
export const BYTES = 2;
export const FIXED32 = 5;

/** A field's number and wire type, as encoded before its value. */
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

  /** Starts a message; everything written until `end` is its content. */
  begin(): void {
    this.#start = this.#at;
    this.#need(PREFIX_BYTES);
    this.#at += PREFIX_BYTES;
  }

  /** Returns the message as a length-delimited field. These bytes are not written again. */
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

  /** Writes bytes without a length. */
  bytes(bytes: Uint8Array): void {
    this.#need(bytes.byteLength);
    this.#block.set(bytes, this.#at);
    this.#at += bytes.byteLength;
  }

  /** Writes the bytes of hexadecimal digits with their length. */
  hex(digits: string): void {
    this.varint(digits.length / 2);
    this.#need(digits.length / 2);
    this.#at += this.#block.write(digits, this.#at, 'hex');
  }

  /** Writes a text with its length, which `textSize` returned. */
  text(text: string, size: number): void {
    this.varint(size);
    this.#need(size);
    // Equal numbers of bytes and units mean ASCII, which is copied directly.
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

/** The UTF-8 bytes of a text. */
export function textSize(text: string): number {
  return Buffer.byteLength(text);
}

/** The bytes of a whole number ≥ 0. */
export function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
  return size;
}

/** The bytes of a text or message with its length. */
export function sizeWithLength(size: number): number {
  return varintSize(size) + size;
}
