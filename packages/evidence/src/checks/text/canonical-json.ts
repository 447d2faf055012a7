/** Arguments in a form in which equal ones are equal texts, and their single values. */
import { isRecord, parseLongNumbers } from '@subtext/reasoning';

/** Longer arguments are compared as they are written. */
const LONGEST_PARSED = 1_000_000;
const DEEPEST = 100;

/** Keys sorted, white space removed, long numbers exact. Text that is not JSON, and deeper JSON, is trimmed. */
export function canonicalJson(source: string): string {
  const parsed = parsedArguments(source, (digits) => ({ longNumber: digits }));
  const canonical = parsed === undefined ? undefined : sorted(parsed, 0);
  return canonical === undefined ? source.trim() : JSON.stringify(canonical);
}

/** undefined when it is not JSON, or too long to parse here. */
function parsedArguments(source: string, longNumber: (digits: string) => unknown): unknown {
  if (source.length > LONGEST_PARSED) return undefined;
  try {
    return parseLongNumbers(source, (value, digits) => (digits === undefined ? value : longNumber(digits)));
  } catch {
    return undefined;
  }
}

/**
 * Entries instead of an object: a key like `__proto__` is kept, and changes nothing. undefined when the value is too
 * deep.
 */
function sorted(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return complete(value.map((item) => sorted(item, depth + 1)));
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).sort();
  const values = complete(keys.map((key) => sorted(value[key], depth + 1)));
  return values && { object: keys.map((key, index) => [key, values[index]]) };
}

const complete = (values: unknown[]): unknown[] | undefined => (values.includes(undefined) ? undefined : values);

export interface Leaf {
  /** The keys that lead to the value, without positions in lists. */
  keys: readonly string[];
  value: string;
}

const MOST_LEAVES = 2_000;

/** Texts and numbers of the arguments with their keys, in order: the first MOST_LEAVES. */
export function leaves(source: string): Leaf[] {
  const found: Leaf[] = [];
  const open: { value: unknown; keys: readonly string[] }[] = [
    { value: parsedArguments(source, (digits) => digits), keys: [] },
  ];
  for (let next = open.pop(); next && found.length < MOST_LEAVES; next = open.pop()) {
    const { value, keys } = next;
    if (typeof value === 'string') found.push({ keys, value });
    else if (typeof value === 'number') found.push({ keys, value: String(value) });
    else if (keys.length < DEEPEST) open.push(...childrenOf(value, keys).reverse());
  }
  return found;
}

function childrenOf(value: unknown, keys: readonly string[]): { value: unknown; keys: readonly string[] }[] {
  if (Array.isArray(value)) return value.slice(0, MOST_LEAVES).map((item: unknown) => ({ value: item, keys }));
  if (!isRecord(value)) return [];
  const names = Object.keys(value).slice(0, MOST_LEAVES);
  return names.map((name) => ({ value: value[name], keys: [...keys, name] }));
}
