/** A JSON row's text on one line, and its path. Pure. */
import { exactCount, plural } from '../../../lib/figures/format.ts';
import { foldBase64 } from './fold-base64.ts';
import { timeOfNanos } from './times.ts';
import { childrenOf, keyText, kindOf, scalarText, sourceOf, type JsonTable } from './json-table.ts';

/** Maximum characters of a value in its row, and of a key. */
const MAX_VALUE = 200;
const MAX_KEY = 80;
/** Characters shown before a match. */
const BEFORE = 20;

export interface RowWords {
  key: string;
  value: string;
  /** Stands beside the value: its size, when the row does not show all of it, or the time that its number means. */
  note?: string;
}

const PLAIN_KEY = /^[\w$.@/-]+$/;

export function rowWords(table: JsonTable, row: number, find = ''): RowWords {
  return { key: keyWords(table, row, find), ...valueWords(table, row, find) };
}

function keyWords(table: JsonTable, row: number, find: string): string {
  const key = keyText(table, row);
  if (key === undefined) return String(table.place[row] ?? 0);
  const shown = cut(key, MAX_KEY, find);
  return PLAIN_KEY.test(shown) ? shown : JSON.stringify(shown);
}

function valueWords(table: JsonTable, row: number, find: string): Omit<RowWords, 'key'> {
  const kind = kindOf(table, row);
  const count = childrenOf(table, row);
  if (kind === 'object') return { value: count ? `{${plural(count, 'key', 'keys')}}` : '{}' };
  if (kind === 'array') return { value: count ? `[${plural(count, 'item', 'items')}]` : '[]' };
  const whole = scalarText(table, row);
  const text = folded(whole);
  const shown = cut(text, MAX_VALUE, find);
  const note = shown === text ? timeOfNanos(keyText(table, row), whole) : `${exactCount(whole.length)} characters`;
  return { value: kind === 'string' ? JSON.stringify(shown) : shown, ...(note !== undefined && { note }) };
}

/** Folds a long text only when it begins with base64: scanning long texts for base64 takes seconds. */
export const folded = (text: string): string =>
  text.length < LONG || LETTERS.test(text.slice(0, 1000)) ? foldBase64(text) : text;

const LONG = 10_000;
const LETTERS = /[A-Za-z0-9+/_-]{400}/;

/** The beginning of the text, or the part with the match. Does not split a surrogate pair. */
function cut(text: string, most: number, find: string): string {
  if (text.length <= most) return text;
  const hit = find ? text.search(wordPattern(find)) : -1;
  const from = hit + find.length > most ? hit - BEFORE : 0;
  const part = text.slice(from, from + most).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return `${from > 0 ? '…' : ''}${part}${from + most < text.length ? '…' : ''}`;
}

/** Matches the literal text, ignoring case. */
export const wordPattern = (words: string): RegExp => new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i');

const NAME = /^[A-Za-z_$][\w$]*$/;

/** As JSONPath: `$.orders[3]["unit price"]`. */
export function pathOf(table: JsonTable, row: number): string {
  const parts: string[] = [];
  for (let at = row; at > 0; at = table.parent[at] ?? 0) {
    const key = keyText(table, at);
    parts.push(key === undefined ? `[${table.place[at]}]` : NAME.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);
  }
  return `$${parts.reverse().join('')}`;
}

/** The copied text: the value of a string, the source text of anything else. */
export const copiedValue = (table: JsonTable, row: number): string =>
  kindOf(table, row) === 'string' ? scalarText(table, row) : sourceOf(table, row);
