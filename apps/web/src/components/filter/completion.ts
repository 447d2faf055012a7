// What can complete the filter at the caret: a key such as `tool:`, or a value of the key before it. The keys of the
// metadata are values first: `metadata.` is followed by one of them, and then by one of its values. The same holds for the
// names of scores: `score:quality`, and then `score:quality>=0.5`. Pure.
import { filterText, metadataField, scoreText, valuesOf } from '../../lib/traces/filter-text.ts';
import { colonOf, parseFilter, type FilterField } from '../../lib/traces/trace-filter.ts';

/** The part of the filter that a suggestion replaces. */
export interface Completing {
  start: number;
  end: number;
  /** `-` for a condition that excludes. */
  sign: '' | '-';
  /** undefined: a key is being typed. */
  field: FilterField | undefined;
  /** The key of the metadata, or name of a score, whose value is being typed; undefined while that key is. */
  key?: string;
  /** Between the beginning of the key or value and the caret, without quotes; the value of a score with its sign. */
  typed: string;
  /** The filter without that part: what the values are counted in. */
  rest: string;
}

export interface Suggestion {
  label: string;
  /** Replaces the part. */
  text: string;
  /** What the label means. */
  says?: string;
  /** Number of traces. */
  count?: number;
}

/** undefined inside of a quoted word or phrase, which nothing completes. */
export function completingAt(text: string, caret: number, fields: readonly FilterField[]): Completing | undefined {
  const found = parseFilter(text, fields).find(({ start, end }) => start <= caret && caret <= end);
  if (!found) return { start: caret, end: caret, sign: '', field: undefined, typed: '', rest: text };
  const { start, end, source } = found;
  const sign = source.startsWith('-') ? '-' : '';
  const typed = text.slice(start + sign.length, caret);
  if (typed.startsWith('"')) return undefined;
  const rest = `${text.slice(0, start)}${text.slice(end)}`;
  const part = { start, end, sign, rest } as const;
  const [, path] = /^metadata\.(.*)$/i.exec(typed) ?? [];
  if (path !== undefined && fields.includes('metadata')) return { ...part, ...metadataAt(path) };
  const colon = typed.indexOf(':');
  if (colon === -1) return { ...part, field: undefined, typed };
  const field = fields.find((one) => one === typed.slice(0, colon).toLowerCase());
  if (field === 'score') return { ...part, ...scoreAt(typed.slice(colon + 1)) };
  return field && { ...part, field, typed: unquoted(typed.slice(colon + 1)) };
}

const unquoted = (text: string): string => text.replaceAll('"', '');

/** `path`: what follows `metadata.`. */
function metadataAt(path: string): Pick<Completing, 'key' | 'typed'> & { field: 'metadata' } {
  // A quote that is not closed so far extends to the caret.
  const isOpen = (path.split('"').length - 1) % 2 === 1;
  const colon = colonOf(isOpen ? `${path}"` : path);
  if (colon === -1) return { field: 'metadata', typed: unquoted(path) };
  return { field: 'metadata', key: unquoted(path.slice(0, colon)), typed: unquoted(path.slice(colon + 1)) };
}

/** `written`: what follows `score:`. */
function scoreAt(written: string): Pick<Completing, 'key' | 'typed'> & { field: 'score' } {
  const [name] = /^(?:"[^"]*(?:"|$)|[^<>="])*/.exec(written)!;
  const typed = unquoted(written.slice(name.length));
  return { field: 'score', ...(typed ? { key: unquoted(name), typed } : { typed: unquoted(name) }) };
}

/** A condition is whole with its value; a key of the metadata needs one, and a name of a score may have one. */
export const isWhole = ({ field, key }: Completing): boolean =>
  field !== undefined && ((field !== 'metadata' && field !== 'score') || key !== undefined);

/** Keys that begin with what is typed, then those that contain it, or whose meaning does. */
export function keySuggestions(
  { typed, sign }: Completing,
  fields: readonly FilterField[],
  says: (field: FilterField) => string | undefined,
): Suggestion[] {
  const word = typed.toLowerCase();
  const rank = (field: FilterField) =>
    field.startsWith(word) ? 0 : field.includes(word) || says(field)?.toLowerCase().includes(word) ? 1 : 2;
  return fields
    .filter((field) => rank(field) < 2)
    .toSorted((a, b) => rank(a) - rank(b))
    .map((field) => ({ label: keyText(field), text: `${sign}${keyText(field)}`, says: says(field) }));
}

/** `metadata` needs one of its keys before the colon. */
const keyText = (field: FilterField): string => (field === 'metadata' ? 'metadata.' : `${field}:`);

/** Values that begin with what is typed, then those that contain it. None when it is one of them already. */
export function valueSuggestions(
  completing: Completing & { field: FilterField },
  counted: readonly { value: string; count: number }[] | undefined,
): Suggestion[] {
  const { field, typed, sign } = completing;
  const word = typed.toLowerCase();
  const values = counted ?? valuesOf(field).map((value) => ({ value, count: undefined }));
  if (isWhole(completing) && values.some(({ value }) => value.toLowerCase() === word)) return [];
  const rank = (value: string) => (value.toLowerCase().startsWith(word) ? 0 : 1);
  return values
    .filter(({ value }) => value.toLowerCase().includes(word))
    .toSorted((a, b) => rank(a.value) - rank(b.value))
    .map(({ value, count }) => ({ label: value, text: `${sign}${partText(completing, value)}`, count }));
}

function partText({ field, key }: Completing & { field: FilterField }, value: string): string {
  if (field === 'score') return key === undefined ? `${scoreText(value)}=` : scoreText(key, value);
  if (field !== 'metadata') return filterText(field, value);
  return key === undefined ? `${metadataField(value)}:` : filterText(metadataField(key), value);
}

/** The filter with the suggestion in it, and the caret after it: after a value, where the next part begins. */
export function completed(text: string, completing: Completing, suggestion: Suggestion) {
  const { start, end } = completing;
  const whole = isWhole(completing);
  const after = text.slice(end).trimStart();
  const before = `${text.slice(0, start)}${suggestion.text}${whole ? ' ' : ''}`;
  return { text: `${before}${!whole && after ? ' ' : ''}${after}`, caret: before.length };
}
