/**
 * Encodes integers as characters of six bits each, for the columns of a skeleton: nothing needs escaping in JSON, and
 * gzip stores an incompressible character in six bits. The lowest digits of all numbers come first, then the next ones,
 * which puts similar values together.
 */
const SIGNS = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
const DIGITS = new Uint8Array(128);
SIGNS.forEach((sign, digit) => (DIGITS[sign] = digit));

const text = new TextDecoder();
const BITS = 6;
const BASE = 2 ** BITS;
/** The lowest digit also contains the sign. */
const LOWEST = BASE / 2;

/** Separates the common factor of all numbers (most clocks have milliseconds) from the encoded quotients. */
const TIMES = '*';
const LONGEST_FACTOR = 24;

/** Empty when all values are zero. */
export function writeNumbers(values: ArrayLike<number>): string {
  const factor = commonFactor(values);
  if (factor === 1) return writeDigits(values);
  return `${factor}${TIMES}${writeDigits(Float64Array.from(values).map((value) => value / factor))}`;
}

/** The greatest common divisor; 1 when all values are zero. */
export function commonFactor(values: ArrayLike<number>): number {
  let factor = 0;
  for (let at = 0; at < values.length && factor !== 1; at++)
    for (let rest = Math.abs(values[at]!); rest !== 0;) [factor, rest] = [rest, factor % rest];
  return factor || 1;
}

function writeDigits(values: ArrayLike<number>): string {
  const { length } = values;
  const most = largest(values);
  const planes = planesOf(most);
  const signs = new Uint8Array(length * planes);
  for (let at = 0; planes > 0 && at < length; at++) {
    const value = values[at]!;
    const size = Math.abs(value);
    signs[at] = SIGNS[(size % LOWEST) * 2 + (value < 0 ? 1 : 0)]!;
    if (most < 2 ** 31) {
      let rest = size >> (BITS - 1);
      for (let place = at + length; place < signs.length; place += length, rest >>= BITS)
        signs[place] = SIGNS[rest & (BASE - 1)]!;
    } else {
      let rest = Math.floor(size / LOWEST);
      for (let place = at + length; place < signs.length; place += length, rest = Math.floor(rest / BASE))
        signs[place] = SIGNS[rest % BASE]!;
    }
  }
  return text.decode(signs);
}

function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let at = 0; at < values.length; at++) most = Math.max(most, Math.abs(values[at]!));
  return most;
}

function planesOf(most: number): number {
  let planes = most === 0 ? 0 : 1;
  for (let rest = Math.floor(most / LOWEST); rest > 0; rest = Math.floor(rest / BASE)) planes += 1;
  return planes;
}

export function readNumbers(written: string, length: number): Float64Array {
  const end = written.slice(0, LONGEST_FACTOR + 1).indexOf(TIMES);
  if (end < 0) return readDigits(written, length);
  const factor = Number(written.slice(0, end));
  return readDigits(written.slice(end + 1), length).map((value) => value * factor);
}

function readDigits(written: string, length: number): Float64Array {
  const values = new Float64Array(length);
  const planes = length === 0 ? 0 : written.length / length;
  for (let plane = planes - 1; plane > 0; plane--) {
    const from = plane * length;
    for (let at = 0; at < length; at++) values[at] = values[at]! * BASE + DIGITS[written.charCodeAt(from + at)]!;
  }
  for (let at = 0; planes > 0 && at < length; at++) {
    const lowest = DIGITS[written.charCodeAt(at)]!;
    const value = values[at]! * LOWEST + (lowest >> 1);
    values[at] = lowest & 1 ? -value : value;
  }
  return values;
}

/**
 * Encodes the same `count` hex digits of each text, without concatenating the texts: three digits take two characters.
 */
export function writeHex(texts: readonly string[], { from, count }: { from: number; count: number }): string {
  const signs = new Uint8Array(Math.ceil((texts.length * count) / 3) * 2);
  let [bits, digits, to] = [0, 0, 0];
  const write = () => {
    signs[to++] = SIGNS[bits >> BITS]!;
    signs[to++] = SIGNS[bits & (BASE - 1)]!;
    [bits, digits] = [0, 0];
  };
  for (const hex of texts)
    for (let at = from; at < from + count; at++) {
      bits = (bits << 4) | nibble(hex, at);
      digits += 1;
      if (digits === 3) write();
    }
  if (digits > 0) {
    bits <<= 4 * (3 - digits);
    write();
  }
  return text.decode(signs);
}

/** The value of a lowercase hex digit. */
export function nibble(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return code > 96 ? code - 87 : code - 48;
}

const NIBBLES = new TextEncoder().encode('0123456789abcdef');

export function readHex(written: string, length: number): string {
  const hex = new Uint8Array((written.length / 2) * 3);
  for (let at = 0, to = 0; at < written.length; at += 2, to += 3) {
    const bits = (DIGITS[written.charCodeAt(at)]! << BITS) | DIGITS[written.charCodeAt(at + 1)]!;
    hex[to] = NIBBLES[bits >> 8]!;
    hex[to + 1] = NIBBLES[(bits >> 4) & 15]!;
    hex[to + 2] = NIBBLES[bits & 15]!;
  }
  return text.decode(hex.subarray(0, length));
}
