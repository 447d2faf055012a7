/**
 * Arguments that Vertex streams in pieces (`streamFunctionCallArguments`): each names the place of a leaf by a JSON path and brings its value, a
 * text maybe in several pieces (providers.md §5.1). No accumulated object is ever sent.
 */
import { isRecord, records, text, type JsonRecord } from './json.ts';

type Step = string | number;

/** Real arguments are a few levels deep; deeper ones could not be written as JSON again. */
const DEEPEST = 100;

/** Puts the pieces into `target` in place. A piece whose path leads nowhere is left out; false when there was one. */
export function addPartialArguments(target: JsonRecord, partialArgs: unknown): boolean {
  return records(partialArgs)
    .map((piece) => addPiece(target, piece))
    .every(Boolean);
}

function addPiece(target: JsonRecord, piece: JsonRecord): boolean {
  const path = stepsOf(text(piece.jsonPath) ?? '');
  const last = path?.at(-1);
  if (!path || last === undefined) return false;
  let holder: unknown = target;
  for (const [index, step] of path.slice(0, -1).entries()) {
    if (!fits(holder, step)) return false;
    const below = read(holder, step) ?? (typeof path[index + 1] === 'number' ? [] : {});
    write(holder, step, below);
    holder = below;
  }
  if (!fits(holder, last)) return false;
  const known = read(holder, last);
  const value = valueOf(piece);
  write(holder, last, typeof known === 'string' && typeof value === 'string' ? known + value : value);
  return true;
}

function valueOf({ stringValue, numberValue, boolValue }: JsonRecord): unknown {
  return stringValue ?? numberValue ?? boolValue ?? null;
}

type Holder = JsonRecord | unknown[];

/** Lists grow by one at a time: a place far behind their end would make a huge one of a few bytes. */
function fits(holder: unknown, step: Step): holder is Holder {
  if (Array.isArray(holder)) return typeof step === 'number' && step <= holder.length;
  return isRecord(holder) && typeof step === 'string';
}

function read(holder: Holder, step: Step): unknown {
  return Object.hasOwn(holder, step) ? (holder as JsonRecord)[step] : undefined;
}

/** Defined, not set: the name may be `__proto__`. */
function write(holder: Holder, step: Step, value: unknown): void {
  Object.defineProperty(holder, step, { value, enumerable: true, writable: true, configurable: true });
}

const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** `$.foo['b.c'][0]` as its steps; undefined for what is no path of names and indexes. */
function stepsOf(path: string): Step[] | undefined {
  const steps: Step[] = [];
  STEP.lastIndex = 1;
  while (path.startsWith('$') && STEP.lastIndex < path.length && steps.length < DEEPEST) {
    const match = STEP.exec(path);
    if (!match) return undefined;
    const [, name, index, single, double] = match;
    steps.push(index === undefined ? (name ?? unescaped(single ?? double ?? '')) : Number(index));
    if (STEP.lastIndex === path.length) return steps;
  }
  return undefined;
}

function unescaped(name: string): string {
  return name.replace(/\\(.)/g, '$1');
}
