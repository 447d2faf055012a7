/** Which rows of a JSON tree are expanded, the current row, and the matches. Pure. */
import { childrenOf, keyText, scalarText, type JsonTable } from './json-table.ts';
import { wordPattern } from './json-words.ts';

export interface TreeState {
  table: JsonTable;
  /** 1 for each expanded row. */
  open: Uint8Array;
  /** The visible rows, in order. */
  shown: number[];
  current: number;
  find: string;
  hits: number[];
  /** There are more matches than were counted. */
  hasMoreHits: boolean;
}

export type TreeAction =
  | { do: 'choose' | 'toggle'; row: number }
  | { do: 'all'; open: boolean }
  | { do: 'find'; words: string }
  | { do: 'hit'; by: 1 | -1 }
  | { do: 'key'; key: string; page: number };

/** Limits for the rows that are expanded initially, in number and in depth. */
const ROWS_AT_FIRST = 40;
const DEPTH_AT_FIRST = 2;
/** With at most this many rows, all are expanded at any depth. */
const FEW_ROWS = 20;
const MAX_HITS = 10_000;

export function beginTree(table: JsonTable, find: string): TreeState {
  const open = openAtFirst(table);
  const state: TreeState = { ...show(table, open), current: 1, find: '', hits: [], hasMoreHits: false };
  const found = find ? withFound(state, find) : state;
  return found.hits.length > 0 ? found : state;
}

const show = (table: JsonTable, open: Uint8Array) => ({ table, open, shown: shownRows(table, open) });

export function nextTree(state: TreeState, action: TreeAction): TreeState {
  switch (action.do) {
    case 'choose':
      return { ...state, current: action.row };
    case 'toggle':
      return setOpen({ ...state, current: action.row }, action.row, !state.open[action.row]);
    case 'all':
      return withOpen(state, action.open ? allOpen(state.table) : noneOpen(state.table));
    case 'find':
      return withFound(state, action.words.trim());
    case 'hit':
      return toHit(state, action.by);
    case 'key':
      return pressed(state, action.key, action.page);
  }
}

/** The keys that the tree handles; the page handles all others. */
export const TREE_KEYS: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Enter',
  ' ',
]);

function pressed(state: TreeState, key: string, page: number): TreeState {
  const { current, table, open, shown } = state;
  const holds = childrenOf(table, current) > 0;
  const by = (count: number) => {
    const at = Math.max(0, Math.min(shown.length - 1, rowPosition(shown, current) + count));
    return { ...state, current: shown[at] ?? current };
  };
  if (key === 'ArrowDown') return by(1);
  if (key === 'ArrowUp') return by(-1);
  if (key === 'PageDown') return by(page);
  if (key === 'PageUp') return by(-page);
  if (key === 'Home') return by(-shown.length);
  if (key === 'End') return by(shown.length);
  if (key === 'ArrowRight') return !holds ? state : open[current] ? by(1) : setOpen(state, current, true);
  if (key === 'ArrowLeft') {
    if (holds && open[current]) return setOpen(state, current, false);
    const parent = table.parent[current] ?? 0;
    return parent > 0 ? { ...state, current: parent } : state;
  }
  return holds && (key === 'Enter' || key === ' ') ? setOpen(state, current, !open[current]) : state;
}

/** The index of a row in ascending rows; of a missing row, the index of the last smaller one. */
export function rowPosition(rows: readonly number[], row: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rows[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

function setOpen(state: TreeState, row: number, isOpen: boolean): TreeState {
  if (childrenOf(state.table, row) === 0) return state;
  const open = state.open.slice();
  open[row] = isOpen ? 1 : 0;
  return withOpen(state, open);
}

/** The current row must be visible: when it is collapsed away, its nearest visible ancestor becomes current. */
function withOpen(state: TreeState, open: Uint8Array): TreeState {
  const shown = shownRows(state.table, open);
  let current = state.current;
  while (shown[rowPosition(shown, current)] !== current && current > 1) current = state.table.parent[current] ?? 1;
  return { ...state, open, shown, current };
}

function shownRows({ next, from }: JsonTable, open: Uint8Array): number[] {
  const shown: number[] = [];
  for (let row = 1; row < from.length; row = open[row] ? row + 1 : (next[row] ?? row + 1)) shown.push(row);
  return shown;
}

/** A plain loop: with hundreds of thousands of rows, a callback per row would take most of the time of a key press. */
function allOpen({ children }: JsonTable): Uint8Array {
  const open = new Uint8Array(children.length);
  for (let row = 0; row < open.length; row++) if (children[row]! > 0) open[row] = 1;
  return open;
}

function noneOpen(table: JsonTable): Uint8Array {
  const open = new Uint8Array(table.from.length);
  open[0] = 1;
  return open;
}

/** Expands level by level as many rows as fit; a long row among short ones stays collapsed. */
function openAtFirst(table: JsonTable): Uint8Array {
  const { from, next, depth } = table;
  if (from.length <= FEW_ROWS) return allOpen(table);
  const open = noneOpen(table);
  let rows = childrenOf(table, 0);
  for (let level = 1; level <= DEPTH_AT_FIRST && rows < ROWS_AT_FIRST; level++) {
    for (let row = 1; row < from.length; row = open[row] ? row + 1 : (next[row] ?? row + 1)) {
      const count = childrenOf(table, row);
      if (depth[row] !== level || count === 0 || rows + count > ROWS_AT_FIRST) continue;
      open[row] = 1;
      rows += count;
    }
  }
  return open;
}

/** Expands all ancestors of matches, and moves to the first match at or after the current row. */
function withFound(state: TreeState, find: string): TreeState {
  const { table } = state;
  if (find === '') return { ...state, find, hits: [], hasMoreHits: false };
  const pattern = wordPattern(find);
  const hits: number[] = [];
  // Visits each ancestor once, however many matches it contains.
  const holds = new Uint8Array(table.from.length);
  let row = 1;
  for (; row < table.from.length && hits.length < MAX_HITS; row++) {
    if (!pattern.test(keyText(table, row) ?? '') && !pattern.test(scalarText(table, row))) continue;
    hits.push(row);
    for (let up = table.parent[row] ?? 0; up > 0 && !holds[up]; up = table.parent[up] ?? 0) holds[up] = 1;
  }
  const found = { ...state, find, hits, hasMoreHits: row < table.from.length };
  const current = hits.find((hit) => hit >= state.current) ?? hits[0];
  if (current === undefined) return found;
  return withOpen(
    { ...found, current },
    state.open.map((isOpen, at) => isOpen | (holds[at] ?? 0)),
  );
}

/** Moves to the next or previous match, wrapping around; expands its ancestors if they were collapsed. */
function toHit(state: TreeState, by: 1 | -1): TreeState {
  const { hits, current, table } = state;
  const row =
    by === 1 ? (hits.find((hit) => hit > current) ?? hits[0]) : (hits.findLast((hit) => hit < current) ?? hits.at(-1));
  if (row === undefined) return state;
  const open = state.open.slice();
  for (let up = table.parent[row] ?? 0; up > 0; up = table.parent[up] ?? 0) open[up] = 1;
  return withOpen({ ...state, current: row }, open);
}

/** The number of the current row among the matches, from 1; 0 = not a match. */
export const hitNumber = ({ hits, current }: TreeState): number => hits.indexOf(current) + 1;
