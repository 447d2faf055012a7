// The value at a path of a call's arguments, as it is shown in a list. A path goes on through text that is JSON itself.
import { parseJson } from '@subtext/reasoning';

const SHOWN = 120;

/** null: there is none, or the arguments are not stored. */
export function valueAt(args: string | null, path: readonly (string | number)[]): string | null {
  let value: unknown = args;
  for (const key of path) {
    const tree = typeof value === 'string' ? parseJson(value) : value;
    if (typeof tree !== 'object' || tree === null || !Object.hasOwn(tree, key)) return null;
    value = (tree as Record<string | number, unknown>)[key];
  }
  if (value === null || value === undefined) return path.length === 0 ? null : 'null';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text.toWellFormed();
}
