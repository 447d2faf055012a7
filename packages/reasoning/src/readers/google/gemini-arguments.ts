/**
 * Arguments that Vertex streams in pieces (`streamFunctionCallArguments`): each names a leaf by a JSON path and brings
 * its value, possibly a text in several pieces (providers.md §5.1). The accumulated object is never sent.
 */
import { isRecord, records, text, type JsonRecord } from '../../json/json.ts';

type Step = string | number;

/** Real arguments are a few levels deep; deeper ones could not be serialized as JSON again. */
const DEEPEST = 100;

/** Adds the pieces to `target` in place. A piece with an invalid path is left out; returns false when there was one. */
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
  const existing = read(holder, last);
  const value = valueOf(piece);
  write(holder, last, typeof existing === 'string' && typeof value === 'string' ? existing + value : value);
  return true;
}

function valueOf({ stringValue, numberValue, boolValue }: JsonRecord): unknown {
  return stringValue ?? numberValue ?? boolValue ?? null;
}

type Holder = JsonRecord | unknown[];

/** Lists grow by one at a time: an index far past the end would turn a few bytes into a huge list. */
function fits(holder: unknown, step: Step): holder is Holder {
  if (Array.isArray(holder)) return typeof step === 'number' && step <= holder.length;
  return isRecord(holder) && typeof step === 'string';
}

function read(holder: Holder, step: Step): unknown {
  return Object.hasOwn(holder, step) ? (holder as JsonRecord)[step] : undefined;
}

/** Defines the property instead of assigning it, because the name may be `__proto__`. */
function write(holder: Holder, step: Step, value: unknown): void {
  Object.defineProperty(holder, step, { value, enumerable: true, writable: true, configurable: true });
}

const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** The steps of `$.foo['b.c'][0]`; undefined when it is not a path of names and indexes. */
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
