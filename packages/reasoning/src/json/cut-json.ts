/**
 * JSON text that broke off: closed at the last possible place, then parsed. For cut bodies and for attribute values cut
 * by a limit.
 */
import { parseJson } from './json.ts';

/** No valid body is nested deeper. */
const DEEPEST = 500;

/**
 * The value as far as it arrived: open strings, objects and lists are closed; a key without its value, a number that
 * may continue and half an escape are left out. undefined when nothing can be saved, or when the text is not cut JSON.
 */
export function parseCutJson(source: string): unknown {
  const whole = parseJson(source);
  if (whole !== undefined) return whole;
  const scan = scanned(source);
  if (scan.open.length > DEEPEST) return undefined;
  const closers = scan.open.toReversed().join('');
  const endsInNumber = /[0-9.+-]\s*$|\d[eE]$/.test(source.slice(-64));
  let asItStands: unknown;
  if (scan.string) asItStands = parseJson(`${source.slice(0, scan.string.end)}"${closers}`);
  else if (!endsInNumber) asItStands = parseJson(source + closers);
  return asItStands === undefined ? parseJson(source.slice(0, scan.safe) + closers) : asItStands;
}

interface Scan {
  /** Closing brackets still needed, outermost first; the same at `safe` and at the end. */
  open: string[];
  /** After the last bracket, or before the last comma: nothing before it is incomplete. */
  safe: number;
  /** The text ends inside a string, whose last whole character ends here. */
  string?: { end: number };
}

function scanned(source: string): Scan {
  const scan: Scan = { open: [], safe: 0 };
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at];
    if (character === '"') {
      const { end, closed } = stringEnd(source, at + 1);
      if (!closed) return { ...scan, string: { end } };
      at = end;
    } else if (character === '{' || character === '[') {
      scan.open.push(character === '{' ? '}' : ']');
      scan.safe = at + 1;
    } else if (character === '}' || character === ']') {
      scan.open.pop();
      scan.safe = at + 1;
    } else if (character === ',') scan.safe = at;
  }
  return scan;
}

/** `end`: the closing quote, or after the last whole character when there is none. */
function stringEnd(source: string, from: number): { end: number; closed: boolean } {
  let at = from;
  while (at < source.length) {
    if (source[at] === '"') return { end: at, closed: true };
    const length = source[at] !== '\\' ? 1 : source[at + 1] === 'u' ? 6 : 2;
    if (at + length > source.length) return { end: at, closed: false };
    at += length;
  }
  return { end: at, closed: false };
}
