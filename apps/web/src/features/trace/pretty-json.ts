import { isNestedDeeply } from '../../lib/json-levels.ts';

/** JSON with one value a line, as people read it; what is no JSON, or cannot be read so, stays as it is. Pure. */
export function prettyJson(text: string): string {
  if (!/^\s*[[{]/.test(text) || isNestedDeeply(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
