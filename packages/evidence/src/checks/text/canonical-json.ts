/** Arguments in a form in which equal ones are equal texts, and their single values. */
import { isRecord, parseLongNumbers } from '@subtext/reasoning';

/** Longer or deeper arguments are compared as they are written. */
const LONGEST_PARSED = 1_000_000;
const DEEPEST = 100;

/** Keys sorted, white space removed, long numbers exact. Text that is not JSON is trimmed. */
export function canonicalJson(source: string): string {
  const parsed = parsedArguments(source, (digits) => ({ longNumber: digits }));
  return parsed === undefined || !isShallow(parsed) ? source.trim() : JSON.stringify(sorted(parsed));
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

/** Entries instead of an object: a key like `__proto__` is kept, and changes nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).sort();
  return { object: keys.map((key) => [key, sorted(value[key])]) };
}

/** Without recursion, which deep data would exhaust. */
function isShallow(whole: unknown): boolean {
  let level: unknown[] = [whole];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return false;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return true;
}

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
