// The inputs of procedures as they arrive: JSON in superjson's envelope, `{ json, meta }`. Parsing it takes time in
// proportion to its size, which superjson does not guarantee: it walks `referentialEqualities`, sets and maps once for
// each path into them. Inputs need none of these.
import superjson from 'superjson';
import { Refused } from './refused.ts';

/** The rules of a project, the deepest and largest input, have a depth of 5 and some 2,000 values. */
const MAX_DEPTH = 16;
const MAX_VALUES = 10_000;
const MAX_ANNOTATIONS = 32;
const MAX_PATH_LENGTH = 200;

type Container = Record<string, unknown>;
type Annotation = 'Date' | 'undefined';

/**
 * Parses an input. Only dates and `undefined` of superjson's types are allowed.
 * @throws Refused with a sentence, before anything in the input is used.
 */
export function readInput(wire: unknown): unknown {
  if (!isContainer(wire) || Object.keys(wire).some((key) => key !== 'json' && key !== 'meta'))
    throw refused('An input is an object with "json" and, for dates, "meta".');
  checkValues(wire.json);
  const root = { json: wire.json };
  for (const [path, annotation] of annotationsIn(wire.meta)) annotate(root, path, annotation);
  return root.json;
}

export const inputTransformer = {
  input: { serialize: superjson.serialize, deserialize: readInput },
  output: superjson,
};

/** Bounded in depth and number, and every text can be stored. */
function checkValues(json: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: json, depth: 0 }];
  let values = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (++values > MAX_VALUES) throw refused(`An input has at most ${MAX_VALUES} values.`);
    if (typeof value === 'string') checkText(value);
    if (!isContainer(value)) continue;
    if (depth >= MAX_DEPTH) throw refused(`An input is nested at most ${MAX_DEPTH} levels deep.`);
    for (const [key, child] of Object.entries(value)) {
      checkText(key);
      waiting.push({ value: child, depth: depth + 1 });
      // Checked before all of a long list is queued.
      if (values + waiting.length > MAX_VALUES) throw refused(`An input has at most ${MAX_VALUES} values.`);
    }
  }
}

function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw refused('Text in an input must not contain the character NUL or half of a surrogate pair.');
}

function annotationsIn(meta: unknown): [path: string, annotation: Annotation][] {
  if (meta === undefined) return [];
  if (!isContainer(meta) || Object.keys(meta).some((key) => key !== 'values' && key !== 'v'))
    throw refused('The "meta" of an input may only have "values": nothing in it is stored by reference.');
  const { values = {} } = meta;
  // superjson writes an input that is undefined itself like this.
  if (Array.isArray(values)) return [['', annotationIn(values)]];
  if (!isContainer(values)) throw refused('The "values" of an input are types by path.');
  const entries = Object.entries(values);
  if (entries.length > MAX_ANNOTATIONS) throw refused(`An input has at most ${MAX_ANNOTATIONS} typed values.`);
  return entries.map(([path, types]) => [path, annotationIn(types)]);
}

function annotationIn(types: unknown): Annotation {
  const type: unknown = Array.isArray(types) && types.length === 1 ? types[0] : undefined;
  if (type === 'Date' || type === 'undefined') return type;
  throw refused('Of the types of superjson, an input may only have Date and undefined.');
}

/** Puts the date or `undefined` in place of what JSON has for it, at a path such as `params.q`. */
function annotate(root: { json: unknown }, path: string, annotation: Annotation): void {
  if (path.length > MAX_PATH_LENGTH) throw refused('A typed value is nested too deeply.');
  const steps = ['json', ...(path === '' ? [] : path.split('.'))];
  const last = steps.pop()!;
  let parent: unknown = root;
  for (const step of steps) parent = isContainer(parent) && Object.hasOwn(parent, step) ? parent[step] : undefined;
  const value = isContainer(parent) && Object.hasOwn(parent, last) ? parent[last] : undefined;
  const isRight = annotation === 'Date' ? typeof value === 'string' : value === null;
  if (!isRight) throw refused(`There is no ${annotation} at the path “${path}” of the input.`);
  (parent as Container)[last] = annotation === 'Date' ? new Date(value as string) : undefined;
}

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const refused = (message: string) => new Refused({ code: 'BAD_REQUEST', message });
