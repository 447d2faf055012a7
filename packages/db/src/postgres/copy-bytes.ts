/**
 * The binary format of COPY, field by field. PostgreSQL reads it without searching for the ends of lines and cells, and
 * without parsing digits and hex, which costs a fifth of storing a span as text (docs/performance.md). No I/O.
 *
 * A value that does not fit its type is written as a field with a length that no type has. The database refuses it
 * (22P03), as it would refuse the same value as text, so the error looks like an error in the data.
 */

const PIECE_BYTES = 256 * 1024;
/** Bytes of UTF-8 per UTF-16 code unit, at most. */
const MAX_BYTES = 3;
/** Characters. Up to this length, a loop over the characters is faster than the engine's own writer. */
const SHORT = 24;

const SIGNATURE = [...Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), ...new Array<number>(8).fill(0)];
/** PostgreSQL counts time from the beginning of 2000. */
const MILLISECONDS_UNTIL_2000 = Date.UTC(2000);
const MILLISECONDS_A_DAY = 86_400_000;
const TWO_TO_32 = 2 ** 32;
const BYTEA = 17;
const TEXT = 25;

export class CopyBytes {
  #piece = Buffer.allocUnsafe(PIECE_BYTES);
  #length = 0;
  #full: Buffer[] = [];
  #secondText = '';
  #secondMicros = 0;
  #day = '';
  #days = NaN;
  #uuid = '';
  #uuidBytes: Uint8Array = REFUSED;

  constructor() {
    for (const byte of SIGNATURE) this.#byte(byte);
  }

  /** Returns the full pieces. Each piece is returned only once. */
  takeFull(): readonly Buffer[] {
    const full = this.#full;
    if (full.length > 0) this.#full = [];
    return full;
  }

  /** Call it after the last row. Returns the rest, with the end marker. */
  finish(): readonly Buffer[] {
    this.#reserve(2);
    this.#int16(-1);
    return [...this.takeFull(), this.#piece.subarray(0, this.#length)];
  }

  row(fields: number): void {
    this.#reserve(2);
    this.#int16(fields);
  }

  none(): void {
    this.#reserve(4);
    this.#int32(-1);
  }

  text(value: string): void {
    this.#reserve(4 + value.length * MAX_BYTES);
    const start = this.#length + 4;
    const end = this.#write(value, start);
    this.#int32(end - start);
    this.#length = end;
  }

  bytes(value: Uint8Array): void {
    this.#reserve(4 + value.length);
    this.#int32(value.length);
    this.#piece.set(value, this.#length);
    this.#length += value.length;
  }

  hex(digits: string): void {
    if (!isHex(digits)) return this.#refusedBytes();
    const size = digits.length / 2;
    this.#reserve(4 + size);
    this.#int32(size);
    for (let index = 0; index < digits.length; index += 2) {
      const byte = (DIGITS[digits.charCodeAt(index)]! << 4) | DIGITS[digits.charCodeAt(index + 1)]!;
      this.#piece[this.#length++] = byte;
    }
  }

  boolean(value: boolean): void {
    this.#reserve(5);
    this.#int32(1);
    this.#byte(value ? 1 : 0);
  }

  integer(value: unknown): void {
    if (!Number.isInteger(value) || value !== ((value as number) | 0)) return this.#refused();
    this.#reserve(8);
    this.#int32(4);
    this.#int32(value as number);
  }

  bigint(value: unknown): void {
    const number = typeof value === 'string' ? numberOf(value) : value;
    if (typeof number === 'bigint') return this.#large(number);
    if (!Number.isSafeInteger(number)) return this.#refused();
    this.#reserve(12);
    this.#int32(8);
    this.#int64(number as number);
  }

  /** `iso` is ISO 8601 in UTC with up to six fractional digits. */
  timestamp(iso: string): void {
    const second = this.#microsOfSecond(iso);
    if (Number.isNaN(second)) return this.#refused();
    const micros = second + fraction(iso);
    // From 2285 on, a number cannot hold the microseconds.
    if (!Number.isSafeInteger(micros)) return this.#large(BigInt(second) + BigInt(fraction(iso)));
    this.#reserve(12);
    this.#int32(8);
    this.#int64(micros);
  }

  /** YYYY-MM-DD. The last value is cached, because a batch has only one or two different days, and one per project. */
  date(day: string): void {
    if (day !== this.#day) {
      this.#day = day;
      this.#days = (Date.parse(day) - MILLISECONDS_UNTIL_2000) / MILLISECONDS_A_DAY;
    }
    this.integer(this.#days);
  }

  uuid(text: string): void {
    if (text !== this.#uuid) {
      this.#uuid = text;
      const digits = text.replaceAll('-', '');
      this.#uuidBytes = digits.length === 32 && isHex(digits) ? Buffer.from(digits, 'hex') : REFUSED;
    }
    this.bytes(this.#uuidBytes);
  }

  texts(values: readonly string[]): void {
    this.#array(values, TEXT, (value) => this.text(value));
  }

  hexes(values: readonly string[]): void {
    this.#array(values, BYTEA, (value) => this.hex(value));
  }

  #array(values: readonly string[], type: number, write: (value: string) => void): void {
    const size = values.reduce((sum, value) => sum + 4 + value.length * MAX_BYTES, 24);
    // The array must be whole in one piece, because its length is written before it.
    this.#reserve(size);
    const start = this.#length;
    this.#length += 4;
    const head = values.length === 0 ? [0, 0, type] : [1, 0, type, values.length, 1];
    for (const number of head) this.#int32(number);
    values.forEach(write);
    const end = this.#length;
    this.#length = start;
    this.#int32(end - start - 4);
    this.#length = end;
  }

  #refused(): void {
    this.bytes(REFUSED);
  }

  /** Bytes may have any length but this one (22P04; 22P03 within an array). */
  #refusedBytes(): void {
    this.#reserve(4);
    this.#int32(-2);
  }

  #large(value: bigint): void {
    if (BigInt.asIntN(64, value) !== value) return this.#refused();
    this.#reserve(12);
    this.#int32(8);
    this.#piece.writeBigInt64BE(value, this.#length);
    this.#length += 8;
  }

  /**
   * Parsing the second costs most, and the spans of a batch fall into few seconds, so it is cached. NaN when `iso` is
   * not a time.
   */
  #microsOfSecond(iso: string): number {
    if (!ISO.test(iso)) return NaN;
    if (this.#secondText === '' || !iso.startsWith(this.#secondText)) {
      const second = iso.slice(0, DOT);
      this.#secondMicros = (Date.parse(`${second}Z`) - MILLISECONDS_UNTIL_2000) * 1_000;
      this.#secondText = Number.isNaN(this.#secondMicros) ? '' : second;
    }
    return this.#secondMicros;
  }

  /** Returns the position after the text. Short texts are names and ids, and nearly all of them are ASCII. */
  #write(value: string, start: number): number {
    const { length } = value;
    if (length > SHORT) return start + this.#piece.write(value, start);
    for (let index = 0; index < length; index += 1) {
      const code = value.charCodeAt(index);
      if (code >= 0x80) return start + this.#piece.write(value, start);
      this.#piece[start + index] = code;
    }
    return start + length;
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#piece.length) return;
    this.#full.push(this.#piece.subarray(0, this.#length));
    this.#piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, size));
    this.#length = 0;
  }

  #byte(value: number): void {
    this.#piece[this.#length++] = value;
  }

  #int16(value: number): void {
    this.#byte(value >> 8);
    this.#byte(value);
  }

  #int32(value: number): void {
    const [piece, at] = [this.#piece, this.#length];
    piece[at] = value >> 24;
    piece[at + 1] = value >> 16;
    piece[at + 2] = value >> 8;
    piece[at + 3] = value;
    this.#length = at + 4;
  }

  #int64(value: number): void {
    this.#int32(Math.floor(value / TWO_TO_32));
    this.#int32(value | 0);
  }
}

/** No type has 17 bytes. */
const REFUSED = new Uint8Array(17);

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;
const DOT = 19;

/** Returns the microseconds after the second. */
function fraction(iso: string): number {
  let micros = 0;
  let unit = 100_000;
  for (let index = DOT + 1; index < iso.length - 1; index += 1) {
    micros += (iso.charCodeAt(index) - 0x30) * unit;
    unit /= 10;
  }
  return micros;
}

const DIGITS = new Uint8Array(128);
const IS_DIGIT = new Uint8Array(128);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  DIGITS[digit.charCodeAt(0)] = value;
  DIGITS[digit.toUpperCase().charCodeAt(0)] = value;
  IS_DIGIT[digit.charCodeAt(0)] = IS_DIGIT[digit.toUpperCase().charCodeAt(0)] = 1;
}

/** Accepts whole bytes only. Checks digit by digit, because a regular expression is slower. */
function isHex(digits: string): boolean {
  if (digits.length % 2 !== 0) return false;
  for (let index = 0; index < digits.length; index += 1) if (!(IS_DIGIT[digits.charCodeAt(index)] === 1)) return false;
  return true;
}

function numberOf(text: string): number | bigint | undefined {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}
