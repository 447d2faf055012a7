/**
 * The content of a row of `payloads` before compression: the bodies of its spans as lines of JSON, and the call results
 * that are too long for their rows, either before the bodies or separate. No I/O.
 *
 *   results = FORMAT, length of all entries (4 bytes), entries
 *   entry = index of the span (4), index of the call (4), length (4), UTF-8
 */

export interface Body {
  spanId: string;
  /** JSON text. */
  body: string;
  /** Long results of the span's calls. */
  results?: readonly CallResult[];
}

export interface CallResult {
  /** Index of the call among those that the span describes. */
  index: number;
  text: string;
}

/** Neither JSON nor compressed data begins with this byte. */
const FORMAT = 1;
const SECTION_HEAD = 5;
const HEAD = 12;
const LINE_BREAK = 0x0a;
/** Bytes of UTF-8 per UTF-16 code unit, at most. */
const MAX_BYTES = 3;

/** Upper bounds for the bytes written, for bodies and for results. */
export const mostBytesOf = (bodies: readonly Body[]): { bodies: number; results: number } => ({
  bodies: bodies.reduce((sum, { body }) => sum + MAX_BYTES * body.length + 1, 0),
  results: bodies.reduce((sum, { results = [] }) => sum + mostOfResults(results), SECTION_HEAD),
});

const mostOfResults = (results: readonly CallResult[]): number =>
  results.reduce((sum, { text }) => sum + HEAD + MAX_BYTES * text.length, 0);

/**
 * Writes the bodies into `bytes`, which must be large enough. Writes directly, because joining them into one text would
 * copy everything once more. Returns the position after them.
 */
export function writeBodies(bytes: Buffer, start: number, bodies: readonly Body[]): number {
  let at = start;
  for (const { body } of bodies) {
    at += bytes.write(oneLine(body), at);
    bytes[at++] = LINE_BREAK;
  }
  return at - 1;
}

/** In JSON, a line break inside a string is escaped; between values it is only white space. */
const oneLine = (json: string): string => (json.includes('\n') ? json.replaceAll('\n', ' ') : json);

export function bodiesIn(spanIds: readonly string[], bytes: Buffer): Body[] {
  const start = bytes[0] === FORMAT ? endOfResults(bytes) : 0;
  const lines = bytes.toString('utf8', start).split('\n');
  return lines.map((body, place) => ({ spanId: spanIds[place] ?? '', body }));
}

/** Like `writeBodies`, for the results. */
export function writeResults(bytes: Buffer, bodies: readonly Body[]): number {
  let at = SECTION_HEAD;
  for (const [place, { results }] of bodies.entries()) {
    if (results === undefined) continue;
    for (const { index, text } of results) {
      const length = bytes.write(text, at + HEAD);
      writeInteger(bytes, at, place);
      writeInteger(bytes, at + 4, index);
      writeInteger(bytes, at + 8, length);
      at += HEAD + length;
    }
  }
  bytes[0] = FORMAT;
  writeInteger(bytes, 1, at - SECTION_HEAD);
  return at;
}

const endOfResults = (bytes: Buffer): number => SECTION_HEAD + bytes.readUInt32LE(1);

/** Little endian. Buffer's own methods check bounds first and take ten times as long. */
function writeInteger(bytes: Buffer, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}

/** Reads the results, with or without bodies after them. */
export function resultsIn(spanIds: readonly string[], bytes: Buffer): (CallResult & { spanId: string })[] {
  const results: (CallResult & { spanId: string })[] = [];
  const endOfAll = endOfResults(bytes);
  for (let at = SECTION_HEAD; at < endOfAll;) {
    const start = at + HEAD;
    const end = start + bytes.readUInt32LE(at + 8);
    const spanId = spanIds[bytes.readUInt32LE(at)] ?? '';
    results.push({ spanId, index: bytes.readUInt32LE(at + 4), text: bytes.toString('utf8', start, end) });
    at = end;
  }
  return results;
}
