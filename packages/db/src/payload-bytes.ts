/**
 * What is in a row of `payloads` before it is compressed: the bodies of its spans as lines of JSON, and the results of their calls that are too long
 * for their rows as entries. No I/O.
 *
 *   results = FORMAT, then entries          entry = place of the span (4 bytes), index of the call (4), length (4), UTF-8
 */

export interface Body {
  spanId: string;
  /** JSON text. */
  body: string;
  /** Of its calls. */
  results?: readonly CallResult[];
}

export interface CallResult {
  /** Which of the calls that the span describes. */
  index: number;
  text: string;
}

/** So that results never begin as what is compressed does. */
const FORMAT = 1;
const HEAD = 12;
const LINE_BREAK = 0x0a;
/** Of UTF-8, for one unit of a text. */
const MOST_BYTES = 3;

/** At most so many bytes are written, for bodies and for results. */
export const mostBytesOf = (bodies: readonly Body[]): { bodies: number; results: number } => ({
  bodies: bodies.reduce((sum, { body }) => sum + MOST_BYTES * body.length + 1, 0),
  results: bodies.reduce((sum, { results = [] }) => sum + mostOfResults(results), 1),
});

const mostOfResults = (results: readonly CallResult[]): number =>
  results.reduce((sum, { text }) => sum + HEAD + MOST_BYTES * text.length, 0);

/** Into bytes that hold them: straight, since joined as a text all of it would be copied once more. Returns how many it wrote. */
export function writeBodies(bytes: Buffer, bodies: readonly Body[]): number {
  let at = 0;
  for (const { body } of bodies) {
    at += bytes.write(oneLine(body), at);
    bytes[at++] = LINE_BREAK;
  }
  return at - 1;
}

/** Inside a text of JSON a line break is escaped; between its values it is only white space. */
const oneLine = (json: string): string => (json.includes('\n') ? json.replaceAll('\n', ' ') : json);

export function bodiesIn(spanIds: readonly string[], bytes: Buffer): Body[] {
  const lines = bytes.toString('utf8').split('\n');
  return lines.map((body, place) => ({ spanId: spanIds[place] ?? '', body }));
}

/** As `writeBodies`, for their results; 0 where they have none. */
export function writeResults(bytes: Buffer, bodies: readonly Body[]): number {
  bytes[0] = FORMAT;
  let at = 1;
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
  return at === 1 ? 0 : at;
}

/** Little endian. The methods of Buffer look first whether there is room, and cost ten times as much. */
function writeInteger(bytes: Buffer, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}

export function resultsIn(spanIds: readonly string[], bytes: Buffer): (CallResult & { spanId: string })[] {
  const results: (CallResult & { spanId: string })[] = [];
  for (let at = 1; at < bytes.length;) {
    const start = at + HEAD;
    const end = start + bytes.readUInt32LE(at + 8);
    const spanId = spanIds[bytes.readUInt32LE(at)] ?? '';
    results.push({ spanId, index: bytes.readUInt32LE(at + 4), text: bytes.toString('utf8', start, end) });
    at = end;
  }
  return results;
}
