/**
 * Writes parts of the filter language, for menus, completion and links. The bar that reads it (trace-filter.ts) loads
 * first, and this after it.
 */
import {
  CHOICES,
  isOneOf,
  NUMBER_FIELDS,
  NUMBERS,
  parseFilter,
  TEXT_FIELDS,
  withoutPart,
  type FilterField,
} from './trace-filter.ts';

/** The values that the language itself has for a field: all of a choice, an example of a comparison, none of a name. */
export function valuesOf(field: FilterField): readonly string[] {
  if (field === 'metadata' || field === 'score' || isOneOf(TEXT_FIELDS, field)) return [];
  return isOneOf(NUMBER_FIELDS, field) ? [NUMBERS[field].example.slice(field.length + 1)] : CHOICES[field];
}

const partsLike = (text: string, piece: string) => parseFilter(text).filter((part) => part.source === piece);

/** True if `piece` is one of the parts, in the same spelling. */
export const hasPart = (text: string, piece: string): boolean => partsLike(text, piece).length > 0;

/** Removes `piece` from the text if it contains it, otherwise appends it. */
export function togglePart(text: string, piece: string): string {
  const found = partsLike(text, piece);
  if (found.length === 0) return `${text.trimEnd()} ${piece}`.trimStart();
  return found.reduceRight(withoutPart, text);
}

/** `tool` and `read file` to `tool:"read file"`; for facets and links. */
export function filterText(field: string, value: string): string {
  return /^[^\s"]+$/.test(value) ? `${field}:${value}` : `${field}:"${value.replaceAll('"', ' ')}"`;
}

/** `metadata.customer`; a key with spaces, colons or quotes is quoted. */
export const metadataField = (key: string) =>
  `metadata.${/^[^\s":]+$/.test(key) ? key : `"${key.replaceAll('"', ' ')}"`}` as const;

/**
 * `score:quality`, and with `value` as the facets count it, `=friendly` or `>=0.5`, the whole condition. Names and
 * categories are quoted where they would end early.
 */
export function scoreText(name: string, value = ''): string {
  const quoted = (text: string, special: RegExp) => (special.test(text) ? `"${text.replaceAll('"', ' ')}"` : text);
  const [, sign, rest] = /^([<>]?=?)(.*)$/s.exec(value)!;
  return `score:${quoted(name, /[\s"<>=]/)}${sign}${quoted(rest!, /[\s"|]/)}`;
}
