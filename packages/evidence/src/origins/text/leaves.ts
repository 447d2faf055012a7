/**
 * Walks through the values of a JSON tree, also through text that is JSON itself. It uses no recursion, and its limits
 * hold for any tree.
 */
import { parseJson, parseLongNumbers } from '@subtext/reasoning';
import type { JsonPath } from '../origin.ts';

export interface Leaf {
  path: JsonPath;
  /** A string, number, boolean or null; an object or a list only when it is empty. */
  value: unknown;
  /** `value` is the last key of the path, not what is there. */
  isKey: boolean;
}

export interface Leaves {
  leaves: Leaf[];
  /** Values that were not reached; at least this many. */
  omitted: number;
}

const MAX_DEPTH = 64;
/** At most `limit` values; keys are leaves, too, when `withKeys`. */
export function leavesOf(root: unknown, { limit, withKeys }: { limit: number; withKeys: boolean }): Leaves {
  const leaves: Leaf[] = [];
  /** The next one is at the end. */
  const open: Leaf[] = [{ path: [], value: root, isKey: false }];
  let omitted = 0;
  while (open.length > 0 && leaves.length < limit) {
    const node = open.pop();
    if (!node) break;
    const children = node.isKey
      ? undefined
      : childrenOf(node, { limit: limit - leaves.length - open.length, withKeys });
    if (!children) leaves.push({ path: node.path, value: node.value, isKey: node.isKey });
    else if (node.path.length >= MAX_DEPTH) omitted += 1;
    else {
      omitted += children.omitted;
      for (const child of children.nodes.reverse()) open.push(child);
    }
  }
  return { leaves, omitted: omitted + open.length };
}

/** undefined for a leaf. */
function childrenOf({ path, value }: Leaf, options: { limit: number; withKeys: boolean }) {
  const tree = typeof value === 'string' ? (jsonInText(value) ?? value) : value;
  if (typeof tree !== 'object' || tree === null) return undefined;
  const keys = Array.isArray(tree) ? tree.keys() : Object.keys(tree);
  const size = Array.isArray(tree) ? tree.length : (keys as string[]).length;
  if (size === 0) return undefined;
  const nodes: Leaf[] = [];
  let taken = 0;
  for (const key of keys) {
    if (taken >= options.limit) break;
    taken += 1;
    const at = [...path, key];
    if (options.withKeys && typeof key === 'string') nodes.push({ path: at, value: key, isKey: true });
    nodes.push({ path: at, value: (tree as Record<string | number, unknown>)[key], isKey: false });
  }
  return { nodes, omitted: size - taken };
}

const [OBJECT, LIST] = ['{', '['];
const LONG_NUMBER = /\d{16}/;

/** The object or list that a text is; numbers that would lose digits stay text. */
function jsonInText(text: string): unknown {
  const plain = text.trimStart();
  if (plain[0] !== OBJECT && plain[0] !== LIST) return undefined;
  if (!LONG_NUMBER.test(text)) return parseJson(text);
  try {
    return parseLongNumbers(text, (value, longNumber) => longNumber ?? value);
  } catch {
    return undefined;
  }
}
