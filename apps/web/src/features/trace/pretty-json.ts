import { isNestedDeeply } from '../../lib/json-levels.ts';
import { holdsJson } from './holds-json.ts';

/** A string, an empty list or object, a sign, or the space between them; numbers and words are what is left. */
const PART = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g;

/**
 * JSON with one value a line, as people read it; what is no JSON, or cannot be read so, stays as it is. Made of the text, not of what it says: a
 * number beyond 2^53, a key that comes twice and the order of keys stay as they are written. Pure.
 */
export function prettyJson(text: string): string {
  if (isNestedDeeply(text) || !holdsJson(text)) return text;
  let level = 0;
  const line = () => `\n${'  '.repeat(level)}`;
  return text.replaceAll(PART, (part) => {
    const [sign = ''] = part;
    if (sign === '"') return readable(part);
    if (sign === ':') return ': ';
    if (sign === ',') return `,${line()}`;
    if (part.length > 1 && /[{[]/.test(sign)) return `${sign}${part.at(-1)}`;
    if (sign === '{' || sign === '[') {
      level += 1;
      return `${sign}${line()}`;
    }
    if (sign !== '}' && sign !== ']') return '';
    level -= 1;
    return `${line()}${sign}`;
  });
}

/** Python writes letters beyond ASCII by their numbers. */
const readable = (string: string): string => (string.includes('\\u') ? JSON.stringify(JSON.parse(string)) : string);
