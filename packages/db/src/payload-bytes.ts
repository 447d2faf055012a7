/**
 * What is in a row of `payloads` before it is compressed: the bodies of its spans as lines of JSON, and the results of their calls that are too long
 * for their rows, in front of the bodies or apart. No I/O.
 *
 *   results = FORMAT, length of all entries (4 bytes), entries          entry = place of the span (4), index of the call (4), length (4), UTF-8
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

/** As neither JSON begins nor what is compressed. */
const FORMAT = 1;
const SECTION_HEAD = 5;
const HEAD = 12;
const LINE_BREAK = 0x0a;
/** Of UTF-8, for one unit of a text. */
const MOST_BYTES = 3;

/** At most so many bytes are written, for bodies and for results. */
export const mostBytesOf = (bodies: readonly Body[]): { bodies: number; results: number } => ({
  bodies: bodies.reduce((sum, { body }) => sum + MOST_BYTES * body.length + 1, 0),
  results: bodies.reduce((sum, { results = [] }) => sum + mostOfResults(results), SECTION_HEAD),
});

const mostOfResults = (results: readonly CallResult[]): number =>
  results.reduce((sum, { text }) => sum + HEAD + MOST_BYTES * text.length, 0);

/** Into bytes that hold them: straight, since joined as a text all of it would be copied once more. Returns the place behind what it wrote. */
export function writeBodies(bytes: Buffer, start: number, bodies: readonly Body[]): number {
  let at = start;
  for (const { body } of bodies) {
    at += bytes.write(oneLine(body), at);
    bytes[at++] = LINE_BREAK;
  }
  return at - 1;
}

/** Inside a text of JSON a line break is escaped; between its values it is only white space. */
const oneLine = (json: string): string => (json.includes('\n') ? json.replaceAll('\n', ' ') : json);

export function bodiesIn(spanIds: readonly string[], bytes: Buffer): Body[] {
  const start = bytes[0] === FORMAT ? endOfResults(bytes) : 0;
  const lines = bytes.toString('utf8', start).split('\n');
  return lines.map((body, place) => ({ spanId: spanIds[place] ?? '', body }));
}

/** As `writeBodies`, for their results. */
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

/** Little endian. The methods of Buffer look first whether there is room, and cost ten times as much. */
function writeInteger(bytes: Buffer, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}

/** Whether bodies stand behind them or not. */
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
