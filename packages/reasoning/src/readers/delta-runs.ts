/**
 * Joins runs of delta events that differ only in a piece of text into one event with all of the text: a stream of a
 * thousand pieces is then read as a handful of events. Text to text, before sse.ts; unfamiliar events stay unchanged.
 */

/** Fields whose pieces every reader appends. */
const APPENDED =
  'content|reasoning|reasoning_content|reasoning_text|cot_summary|thinking|thought|text|summary|refusal|delta|partial_json|arguments|input|transcript|tool_plan';
/** Fields that differ from event to event without meaning: OpenAI's numbers and padding, Mistral's padding. */
const HOLES = new RegExp(`"(?:(${APPENDED})":\\s*"|(?:obfuscation|p)":\\s*(")|sequence_number":\\s*(?=\\d))`, 'g');
/** A signature closes a block and a name begins a call: such an event is never joined. */
const STANDS_ALONE = /"(?:signature|name)":\s*"[^"]/;
/** The same thinking, duplicated in one delta (OpenRouter). */
const MIRRORS = new Set(['reasoning', 'text', 'summary']);
const EVENT_END = /\r\n\r\n|\n\n|\r\r/g;
const NUMBER = /0|[1-9]\d*/y;
const SPACE = 0x20;
const ESCAPES = /^(?:[^\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*$/;
// eslint-disable-next-line no-control-regex -- JSON text has none of them inside a string
const CONTROL = /[\u0000-\u001f]/;
/** After this many consecutive events that all differ, the stream is taken to have no runs. */
const MAX_UNRELATED_EVENTS = 20;
/** Minimum number of characters joined at once: shorter pieces wait for the next. */
const MIN_JOINED_CHARACTERS = 16 * 1024;

/** The end of the value that begins at `from`; negative when there is none. */
type HoleEnd = (source: string, from: number) => number;

interface Hole {
  /** Name of the appended field; undefined for a field without meaning. */
  name: string | undefined;
  endOf: HoleEnd;
  /** The joined values of the run; for a field without meaning, the first value. */
  value: string;
  blank: boolean;
}

/** What the events of a run have in common: literals with a hole between each two. */
interface Run {
  start: number;
  events: number;
  literals: string[];
  holes: Hole[];
  /** The pieces of the current event, by hole. */
  pieces: string[];
}

/**
 * For a stream in pieces, cut anywhere. Each piece is joined by itself: the whole text of a long stream is so large
 * that allocating it costs more than reading everything.
 */
export function joinPieces(pieces: readonly string[]): string {
  let joined = '';
  let rest = '';
  for (const piece of pieces) {
    const end = rest.length + piece.length < MIN_JOINED_CHARACTERS ? 0 : lastEventEnd(piece);
    if (end > 0) {
      joined += joinDeltas(rest + piece.slice(0, end));
      rest = '';
    }
    rest += piece.slice(end);
  }
  return joined + joinDeltas(rest);
}

/**
 * The position after the last blank line, 0 without one. Lines that end with CR alone are rare: such a stream is joined
 * at its end.
 */
function lastEventEnd(piece: string): number {
  for (const blank of ['\n\n', '\n\r\n']) {
    const at = piece.lastIndexOf(blank);
    if (at >= 0) return at + blank.length;
  }
  return 0;
}

export function joinDeltas(source: string): string {
  let joined = '';
  let run: Run | undefined;
  let unrelatedEvents = 0;
  let at = 0;
  while (at < source.length && unrelatedEvents < MAX_UNRELATED_EVENTS) {
    const next = run ? extended(run, source, at) : undefined;
    if (next === undefined) {
      joined += run ? runText(run, source, at) : '';
      EVENT_END.lastIndex = at;
      const end = EVENT_END.exec(source) ? EVENT_END.lastIndex : source.length;
      run = runOf(source, at, end);
      joined += run ? '' : source.slice(at, end);
      at = end;
    } else at = next;
    unrelatedEvents = next === undefined ? unrelatedEvents + 1 : 0;
  }
  return joined + (run ? runText(run, source, at) : '') + source.slice(at);
}

/**
 * Adds the event to the run and returns where the next one begins; undefined when it differs in more than the holes.
 */
function extended(run: Run, source: string, start: number): number | undefined {
  const { literals, holes, pieces } = run;
  let at = start;
  for (let index = 0; index < literals.length; index += 1) {
    const literal = literals[index] ?? '';
    // Twice as fast as `startsWith` in V8.
    if (source.slice(at, at + literal.length) !== literal) return undefined;
    at += literal.length;
    const hole = holes[index];
    if (!hole) break;
    const end = hole.endOf(source, at);
    if (end < 0) return undefined;
    if (hole.name !== undefined) {
      const piece = source.slice(at, end);
      // The field of a piece decides the order, so it must stay the same within a run.
      if ((piece === '') !== hole.blank || !isWhole(piece)) return undefined;
      pieces[index] = piece;
    }
    at = end;
  }
  for (let index = 0; index < holes.length; index += 1) {
    const hole = holes[index];
    if (hole?.name !== undefined) hole.value += pieces[index] ?? '';
  }
  run.events += 1;
  return at;
}

/** undefined: not a kind of event that comes in runs. */
function runOf(source: string, start: number, end: number): Run | undefined {
  const event = source.slice(start, end);
  const close = event.lastIndexOf('}');
  if (close < 0 || !event.includes('"delta":') || STANDS_ALONE.test(event)) return undefined;
  const run: Run = { start, events: 1, literals: [], holes: [], pieces: [] };
  let done = 0;
  const add = (from: number, hole: Pick<Hole, 'name' | 'endOf'>, to: number) => {
    run.literals.push(event.slice(done, from));
    run.holes.push({ ...hole, value: event.slice(from, to), blank: from === to });
    done = to;
  };
  HOLES.lastIndex = 0;
  for (let match = HOLES.exec(event); match; match = HOLES.exec(event)) {
    const from = HOLES.lastIndex;
    const [, name, padding] = match;
    const endOf = name === undefined && !padding ? numberEnd : stringEnd;
    const to = endOf(event, from);
    if (to < 0) return undefined;
    add(from, { name, endOf }, to);
    HOLES.lastIndex = to;
  }
  // Anthropic pads with spaces before the last brace.
  const trimmed = event.slice(0, close).trimEnd().length;
  if (trimmed >= done) add(trimmed, { name: undefined, endOf: spacesEnd }, close);
  run.literals.push(event.slice(done));
  const pieces = run.holes.filter(({ name, value }) => name !== undefined && value !== '');
  if (pieces.some(({ value }) => !isWhole(value))) return undefined;
  // Without an appended field, equal text in two events may belong to an unknown field.
  const [first, second] = pieces;
  return first && (!second || pieces.every(({ name }) => MIRRORS.has(name ?? ''))) ? run : undefined;
}

function runText(run: Run, source: string, end: number): string {
  const broken = run.holes.some(({ value }) => CONTROL.test(value));
  if (run.events === 1 || broken) return source.slice(run.start, end);
  return run.literals.map((literal, index) => literal + (run.holes[index]?.value ?? '')).join('');
}

/** True when no escape is cut: joined with the next piece it would become another character. */
function isWhole(piece: string): boolean {
  return !piece.includes('\\') || ESCAPES.test(piece);
}

function numberEnd(source: string, from: number): number {
  NUMBER.lastIndex = from;
  return NUMBER.test(source) ? NUMBER.lastIndex : -1;
}

function spacesEnd(source: string, from: number): number {
  let at = from;
  while (source.charCodeAt(at) === SPACE) at += 1;
  return at;
}

/** The end of the JSON string that contains `from`. */
function stringEnd(source: string, from: number): number {
  for (let at = source.indexOf('"', from); at >= 0; at = source.indexOf('"', at + 1)) {
    let first = at;
    while (source[first - 1] === '\\') first -= 1;
    if ((at - first) % 2 === 0) return at;
  }
  return -1;
}
