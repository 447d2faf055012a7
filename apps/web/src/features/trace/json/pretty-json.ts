import { isNestedDeeply } from '../../../lib/text/json-levels.ts';
import { holdsJson } from './holds-json.ts';

/** A string, an empty object or array, punctuation, or whitespace; the rest are numbers and words. */
const PART = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g;

/**
 * Formats JSON with one value per line; text that is not valid JSON stays unchanged. It rewrites the text, not a parsed
 * value, so numbers beyond 2^53, duplicate keys and the order of keys are preserved. Pure.
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

/** Python escapes non-ASCII characters. */
const readable = (string: string): string => (string.includes('\\u') ? JSON.stringify(JSON.parse(string)) : string);
