/**
 * What is in a block of payloads, before it is compressed: the span as it was sent, then the results of its calls that are too long for their row,
 * then the next span. A result stands right behind the body that it came in, where whoever compresses finds it repeated. No I/O.
 *
 *   block = FORMAT, then entries          entry = kind (1 byte), [index of the call (4 bytes)], length (4 bytes), UTF-8
 *
 * Blocks that were written before hold lines of JSON, a body each; they begin with `{`.
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

const FORMAT = 2;
const BODY = 1;
const RESULT = 2;
const HEAD = { [BODY]: 5, [RESULT]: 9 } as const;

/** Of UTF-8, for one unit of a text. */
const MOST_BYTES = 3;

/** At most so many bytes are written for them. */
export function mostBytesOf(bodies: readonly Body[]): number {
  return bodies.reduce(
    (sum, one) => sum + HEAD[BODY] + (one.results?.length ?? 0) * HEAD[RESULT] + MOST_BYTES * charactersOf(one),
    1,
  );
}

export const charactersOf = ({ body, results = [] }: Body): number =>
  results.reduce((sum, { text }) => sum + text.length, body.length);

/** Into `bytes`, which hold `mostBytesOf` them: straight, since joined as a text all of it would be copied once more. Returns how many it wrote. */
export function writeEntries(bytes: Buffer, bodies: readonly Body[]): number {
  bytes[0] = FORMAT;
  let at = 1;
  for (const { body, results } of bodies) {
    bytes[at] = BODY;
    at = write(bytes, at + 1, body);
    if (results === undefined) continue;
    for (const { index, text } of results) {
      bytes[at] = RESULT;
      writeInteger(bytes, at + 1, index);
      at = write(bytes, at + 5, text);
    }
  }
  return at;
}

function write(bytes: Buffer, at: number, text: string): number {
  const length = bytes.write(text, at + 4);
  writeInteger(bytes, at, length);
  return at + 4 + length;
}

/** Little endian. The methods of Buffer check what is certain here, and cost ten times as much. */
function writeInteger(bytes: Buffer, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}

/** Without results. `spanIds`: of all bodies, in their order. */
export function bodiesIn(spanIds: readonly string[], bytes: Buffer): { spanId: string; body: string }[] {
  if (bytes[0] !== FORMAT) {
    const lines = bytes.toString('utf8').split('\n');
    return lines.map((body, place) => ({ spanId: spanIds[place] ?? '', body }));
  }
  return [...entriesIn(bytes)].flatMap(({ kind, place, start, end }) =>
    kind === BODY ? { spanId: spanIds[place] ?? '', body: bytes.toString('utf8', start, end) } : [],
  );
}

/** Only the results. */
export function resultsIn(spanIds: readonly string[], bytes: Buffer): (CallResult & { spanId: string })[] {
  if (bytes[0] !== FORMAT) return [];
  return [...entriesIn(bytes)].flatMap(({ kind, place, index, start, end }) =>
    kind === RESULT ? { spanId: spanIds[place] ?? '', index, text: bytes.toString('utf8', start, end) } : [],
  );
}

interface Entry {
  kind: number;
  /** Of its span among those of the block. */
  place: number;
  index: number;
  start: number;
  end: number;
}

function* entriesIn(bytes: Buffer): Generator<Entry> {
  let place = -1;
  for (let at = 1; at < bytes.length;) {
    const kind = bytes.readUInt8(at);
    if (kind !== BODY && kind !== RESULT) throw new Error(`A block of payloads is broken at byte ${at}: restore it.`);
    const start = at + HEAD[kind];
    const end = start + bytes.readUInt32LE(start - 4);
    if (kind === BODY) place += 1;
    yield { kind, place, index: kind === RESULT ? bytes.readUInt32LE(at + 1) : 0, start, end };
    at = end;
  }
}
