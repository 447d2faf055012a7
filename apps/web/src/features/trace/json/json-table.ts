/**
 * JSON as rows in source order, each with the positions of its key and value in the text: duplicate keys and numbers
 * beyond 2^53 keep their spelling, which a parsed value would lose. Pure; not recursive, so depth cannot overflow the
 * stack.
 */
import { holdsJson } from './holds-json.ts';

export interface JsonTable {
  text: string;
  /** Row 0 is the root; each list has an entry per row. */
  from: number[];
  to: number[];
  /** Positions between the quotes; -1 without a key. */
  keyFrom: number[];
  keyTo: number[];
  parent: number[];
  depth: number[];
  /** Index among the parent's children, from 0. */
  place: number[];
  children: number[];
  /** The first row after the value's descendants. */
  next: number[];
}

/** With more rows the list would be higher than browsers can render. */
const MAX_ROWS = 400_000;

/**
 * Only for an object or an array; undefined for anything else, for invalid JSON, and for more values than a tree can
 * show.
 */
export const readJson = (text: string): JsonTable | undefined => (holdsJson(text) ? rowsOf(text) : undefined);

/** The text is known to be valid JSON, so characters between values are skipped. */
function rowsOf(text: string): JsonTable | undefined {
  const table = emptyTable(text);
  const { from, to, next } = table;
  let holder = -1;
  let key: { from: number; to: number } | undefined;
  for (let at = 0; at < text.length;) {
    const sign = text.charAt(at);
    if (BETWEEN.has(sign)) at += 1;
    else if (sign === '}' || sign === ']') {
      at += 1;
      to[holder] = at;
      next[holder] = from.length;
      holder = table.parent[holder] ?? -1;
    } else if (sign === '"' && !key && text[from[holder] ?? 0] === '{') {
      const end = endOfString(text, at);
      key = { from: at + 1, to: end - 1 };
      at = end;
    } else {
      if (from.length >= MAX_ROWS) return undefined;
      const row = addRow(table, { at, holder, key });
      key = undefined;
      const holds = sign === '{' || sign === '[';
      at = holds ? at + 1 : sign === '"' ? endOfString(text, at) : endOfWord(text, at);
      to[row] = at;
      if (holds) holder = row;
    }
  }
  return table;
}

const BETWEEN = new Set([' ', '\n', '\r', '\t', ',', ':']);

const emptyTable = (text: string): JsonTable => ({
  text,
  from: [],
  to: [],
  keyFrom: [],
  keyTo: [],
  parent: [],
  depth: [],
  place: [],
  children: [],
  next: [],
});

interface NewRow {
  at: number;
  holder: number;
  key: { from: number; to: number } | undefined;
}

function addRow(table: JsonTable, { at, holder, key }: NewRow): number {
  const row = table.from.push(at) - 1;
  const place = table.children[holder] ?? 0;
  if (holder >= 0) table.children[holder] = place + 1;
  table.place.push(place);
  table.keyFrom.push(key?.from ?? -1);
  table.keyTo.push(key?.to ?? -1);
  table.parent.push(holder);
  table.depth.push((table.depth[holder] ?? -1) + 1);
  table.children.push(0);
  table.next.push(row + 1);
  return row;
}

/** The position after the closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
}

const WORD = /[\w.+-]+/y;

function endOfWord(text: string, start: number): number {
  WORD.lastIndex = start;
  WORD.test(text);
  return WORD.lastIndex;
}

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

const KINDS: Readonly<Record<string, JsonKind>> = {
  '{': 'object',
  '[': 'array',
  '"': 'string',
  t: 'boolean',
  f: 'boolean',
  n: 'null',
};

export const kindOf = (table: JsonTable, row: number): JsonKind =>
  KINDS[table.text.charAt(table.from[row] ?? 0)] ?? 'number';

export const childrenOf = (table: JsonTable, row: number): number => table.children[row] ?? 0;

/** The value as written in the text. */
export const sourceOf = (table: JsonTable, row: number): string => table.text.slice(table.from[row], table.to[row]);

/** The value of a string; numbers and the like as written; empty for objects and arrays. */
export function scalarText(table: JsonTable, row: number): string {
  const kind = kindOf(table, row);
  if (kind === 'object' || kind === 'array') return '';
  if (kind !== 'string') return sourceOf(table, row);
  return unescaped(table.text.slice((table.from[row] ?? 0) + 1, (table.to[row] ?? 0) - 1));
}

/** undefined for array items. */
export function keyText(table: JsonTable, row: number): string | undefined {
  const from = table.keyFrom[row] ?? -1;
  return from < 0 ? undefined : unescaped(table.text.slice(from, table.keyTo[row]));
}

function unescaped(source: string): string {
  if (!source.includes('\\')) return source;
  const text: unknown = JSON.parse(`"${source}"`);
  return String(text);
}
