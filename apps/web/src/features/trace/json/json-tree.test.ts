import { describe, expect, it } from 'vitest';
import { keyText, readJson, scalarText, sourceOf, type JsonTable } from './json-table.ts';
import { copiedValue, pathOf, rowWords } from './json-words.ts';
import { beginTree, hitNumber, nextTree, type TreeAction, type TreeState } from './tree-state.ts';

const read = (json: unknown): JsonTable => {
  const table = readJson(typeof json === 'string' ? json : JSON.stringify(json, null, 1));
  if (!table) throw new Error('no JSON');
  return table;
};
const line = (table: JsonTable, row: number): string => {
  const { key, value, note } = rowWords(table, row);
  return `${'  '.repeat((table.depth[row] ?? 1) - 1)}${key}: ${value}${note ? ` ${note}` : ''}`;
};
const lines = (state: TreeState) => state.shown.map((row) => line(state.table, row));
const after = (state: TreeState, ...actions: TreeAction[]) => actions.reduce(nextTree, state);
const keys = (state: TreeState, ...names: string[]) =>
  after(state, ...names.map((key) => ({ do: 'key', key, page: 10 }) as const));
const current = (state: TreeState) => pathOf(state.table, state.current);

describe('JSON as rows', () => {
  it('has a row for each value, in the order of the text', () => {
    const table = read('{"id": 8812, "items": [{"name": "a cup", "gift": true}, null, []], "at": {}}');
    expect(lines(beginTree(table, ''))).toEqual([
      'id: 8812',
      'items: [3 items]',
      '  0: {2 keys}',
      '    name: "a cup"',
      '    gift: true',
      '  1: null',
      '  2: []',
      'at: {}',
    ]);
  });

  it('keeps keys that come twice, numbers as they are written, and keys that mean something to programs', () => {
    const table = read('{"n": 12345678901234567890, "n": 1.0, "x": 1E+2, "__proto__": {"constructor": -0}, "": ""}');
    expect(lines(beginTree(table, ''))).toEqual([
      'n: 12345678901234567890',
      'n: 1.0',
      'x: 1E+2',
      '__proto__: {1 key}',
      '  constructor: -0',
      '"": ""',
    ]);
    expect(copiedValue(table, 1)).toBe('12345678901234567890');
  });

  it('reads what any value says as a parser does', () => {
    const json = { 'a "b"\\': 'c\\"d\\', 'naïve\n': ['\u0000', '\\\\', '"', '\u2028', '😀'], e: [[[-1.5e-7]], false] };
    for (const text of [JSON.stringify(json), JSON.stringify(json, null, '\t')]) {
      const table = read(text);
      expect(JSON.parse(sourceOf(table, 0))).toEqual(json);
      expect(keyText(table, 1)).toBe('a "b"\\');
      expect(json['naïve\n'].map((_, index) => scalarText(table, 3 + index))).toEqual(json['naïve\n']);
      expect(table.next[2]).toBe(8);
    }
  });

  it('is nothing for what is broken or no object or list', () => {
    for (const text of ['{"a": 1', '{"a": 1}}', '[1,]', '{a: 1}', '"text"', '12', '', 'so {} it goes', '[NaN]'])
      expect(readJson(text)).toBeUndefined();
  });

  it('goes as deep as the text does', () => {
    const depth = 10_000;
    const state = beginTree(read('{"a":['.repeat(depth) + '"here"' + ']}'.repeat(depth)), '');
    expect(state.shown.length).toBeLessThan(5);
    const found = after(state, { do: 'find', words: 'HERE' });
    expect(found.shown).toHaveLength(2 * depth);
    expect(current(found)).toHaveLength('$'.length + depth * '.a[0]'.length);
    expect(after(found, { do: 'all', open: false }).shown).toHaveLength(1);
  });

  it('reads a time in nanoseconds', () => {
    const table = read({ startTimeUnixNano: '1795168800123456789' });
    expect(rowWords(table, 1)).toEqual({
      ...{ key: 'startTimeUnixNano', value: '"1795168800123456789"' },
      note: '2026-11-20T10:00:00.123456789Z',
    });
  });

  it('cuts a long text in its row and says how long it is', () => {
    const table = read({
      long: 'so it goes '.repeat(500_000),
      picture: `data:image/png;base64,${'aB3+'.repeat(1000)}`,
    });
    const { value, note } = rowWords(table, 1);
    expect(value.length).toBeLessThan(250);
    expect(note).toBe('5,500,000 characters');
    expect(rowWords(table, 2)).toEqual({ key: 'picture', value: '"⟨image/png, base64, 3.0 kB⟩"' });
    expect(copiedValue(table, 1)).toHaveLength(5_500_000);
  });

  it('shows the part of a long text that has what was looked for, and tears no character apart', () => {
    const table = read({
      long: `${'so it goes '.repeat(1000)}NEEDLE${' and on'.repeat(1000)}`,
      faces: '😀'.repeat(500),
    });
    expect(rowWords(table, 1, 'needle').value).toMatch(/^"….*NEEDLE and on.*…"$/);
    expect(rowWords(table, 2).value).toMatch(/^"(😀)+…"$/);
  });

  it('names a place as JSONPath does', () => {
    const table = read({ orders: [{ 'unit price': { __proto: 1 } }] });
    expect(table.from.map((_, row) => pathOf(table, row))).toEqual([
      '$',
      '$.orders',
      '$.orders[0]',
      '$.orders[0]["unit price"]',
      '$.orders[0]["unit price"].__proto',
    ]);
  });
});

describe('the tree', () => {
  const orders = Array.from({ length: 12 }, (_, id) => ({ id, lines: [{ name: `part ${id}`, tags: ['x', 'y'] }] }));

  it('opens what fits, and never deeper than two levels', () => {
    const state = beginTree(read({ orders, note: 'none', more: Array.from({ length: 100 }, () => [1]) }), '');
    const shown = lines(state);
    expect(shown.slice(0, 4)).toEqual(['orders: [12 items]', '  0: {2 keys}', '    id: 0', '    lines: [1 item]']);
    expect(shown).toContain('more: [100 items]');
    expect(shown.length).toBeLessThanOrEqual(40);
    expect(Math.max(...state.shown.map((row) => state.table.depth[row] ?? 0))).toBe(3);
  });

  it('shows all keys of a wide object, and moves in it by keys', () => {
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key ${index}`, { index }]));
    const state = beginTree(read(wide), '');
    expect(state.shown).toHaveLength(20_000);
    expect(current(keys(state, 'End'))).toBe('$["key 19999"]');
    expect(current(keys(state, 'End', 'PageUp', 'ArrowUp'))).toBe('$["key 19988"]');
    expect(current(keys(state, 'End', 'Home', 'ArrowUp'))).toBe('$["key 0"]');
  });

  it('opens and closes with the arrows and Enter, from the row or from within', () => {
    const state = after(beginTree(read({ a: { b: [1, 2] }, c: 3 }), ''), { do: 'all', open: false });
    const within = keys(state, 'ArrowRight', 'ArrowRight', 'Enter', 'ArrowDown', 'ArrowDown');
    expect(current(within)).toBe('$.a.b[1]');
    expect(current(keys(within, 'ArrowRight', 'Enter'))).toBe('$.a.b[1]');
    const out = keys(within, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    expect(current(out)).toBe('$.a');
    expect(lines(out)).toEqual(['a: {1 key}', '  b: [2 items]', 'c: 3']);
    expect(lines(keys(out, ' '))).toEqual(['a: {1 key}', 'c: 3']);
  });

  it('keeps a row that can be seen as the current one when what holds it is closed', () => {
    const state = keys(beginTree(read({ a: { b: [1, 2] }, c: 3 }), ''), 'ArrowDown', 'ArrowDown');
    expect(current(state)).toBe('$.a.b[0]');
    expect(current(after(state, { do: 'all', open: false }))).toBe('$.a');
  });

  it('finds words in keys and values in any case, opens what holds them, and goes around', () => {
    const state = beginTree(read({ orders, note: 'Part of it' }), '');
    const found = after(state, { do: 'find', words: 'PART 1' });
    expect(found.hits.map((row) => pathOf(found.table, row))).toEqual(
      [1, 10, 11].map((id) => `$.orders[${id}].lines[0].name`),
    );
    expect(lines(found)).toContain('        name: "part 11"');
    expect(hitNumber(found)).toBe(1);
    const next = after(found, { do: 'hit', by: 1 }, { do: 'hit', by: 1 });
    expect([hitNumber(next), hitNumber(after(next, { do: 'hit', by: 1 }))]).toEqual([3, 1]);
    expect(hitNumber(after(found, { do: 'hit', by: -1 }))).toBe(3);
    // The row was collapsed in the meantime, and is expanded again.
    const closed = after(found, { do: 'all', open: false }, { do: 'hit', by: 1 });
    expect(closed.shown).toContain(closed.current);
    expect(after(found, { do: 'find', words: 'nowhere' }).hits).toEqual([]);
  });

  it('finds what is written with escapes, also under what was closed around what is open', () => {
    const json = '{"outer": {"inner": {"text": "na\\u00efve"}}, "rest": "naïve"}';
    const inner = keys(beginTree(read(json), ''), 'ArrowLeft');
    const found = after(inner, { do: 'find', words: 'NAÏVE' });
    expect(found.hits.map((row) => pathOf(found.table, row))).toEqual(['$.outer.inner.text', '$.rest']);
    expect(lines(found)).toContain('    text: "naïve"');
  });

  it('begins at what is looked for in the trace, where it has it', () => {
    const table = read({ orders, note: 'none' });
    expect(current(beginTree(table, 'part 7'))).toBe('$.orders[7].lines[0].name');
    expect(beginTree(table, 'nowhere').find).toBe('');
  });
});
