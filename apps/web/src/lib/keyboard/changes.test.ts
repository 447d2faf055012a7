import { describe, expect, it } from 'vitest';
import { parseSettings, tableOf } from './changes.ts';
import { assign, conflictsOf, isDefault } from './editing.ts';
import { DEFAULT_SETTINGS, KEY_IDS, KEYS } from './keys.ts';
import { match } from './match.ts';
import { collide, continued, problemOf } from './ways.ts';

const changed = (ways: object) => parseSettings(JSON.stringify({ ways }));

describe('the key table as it comes', () => {
  it('has no press that means two commands, and only presses a person could choose', () => {
    for (const id of KEY_IDS) expect(conflictsOf(tableOf(DEFAULT_SETTINGS), id, KEYS[id].keys)).toEqual([]);
    const ways = KEY_IDS.filter((id) => id !== 'escape').flatMap((id) => KEYS[id].keys);
    expect(ways.filter((way) => problemOf(way) !== undefined)).toEqual([]);
  });

  it('is what a person has who changed nothing', () => {
    expect(tableOf(DEFAULT_SETTINGS)).toEqual(KEYS);
  });
});

describe('what was changed', () => {
  it('goes before the defaults, which lose the press and get it back with the change', () => {
    const settings = assign(DEFAULT_SETTINGS, 'peek', ['x']);
    expect(match(tableOf(settings), 'x')).toEqual({ id: 'peek' });
    expect(tableOf(settings).select.keys).toEqual([]);
    expect(match(tableOf(settings), 'Space')).toEqual({});
    const back = assign(settings, 'peek', KEYS.peek.keys);
    expect(back).toEqual(DEFAULT_SETTINGS);
    expect(match(tableOf(back), 'x')).toEqual({ id: 'select' });
  });

  it('takes a press from another change for good', () => {
    const settings = assign(assign(DEFAULT_SETTINGS, 'peek', ['v', 'b']), 'open', ['v']);
    expect(settings.ways).toEqual({ peek: ['b'], open: ['v'] });
  });

  it('switches a command off by leaving it no way', () => {
    const settings = assign(DEFAULT_SETTINGS, 'timeTravel', []);
    expect(match(tableOf(settings), 't')).toEqual({});
    expect(match(tableOf(settings), 't', 'g')).toEqual({ id: 'goTraces' });
    expect(isDefault('timeTravel', tableOf(settings).timeTravel.keys)).toBe(false);
  });

  it('takes every sequence that begins with a press that now stands alone', () => {
    const table = tableOf(assign(DEFAULT_SETTINGS, 'peek', ['g']));
    expect(match(table, 'g')).toEqual({ id: 'peek' });
    expect(table.goTraces.keys).toEqual([]);
  });
});

it('says with which command a press collides, also where one is how the other begins', () => {
  const table = tableOf(DEFAULT_SETTINGS);
  expect(conflictsOf(table, 'peek', ['x', 'v'])).toEqual([{ way: 'x', id: 'select', its: 'x' }]);
  expect(conflictsOf(table, 'peek', ['x x'])).toEqual([{ way: 'x x', id: 'select', its: 'x' }]);
  expect(conflictsOf(table, 'select', ['x'])).toEqual([]);
  expect(conflictsOf(table, 'peek', ['g']).length).toBeGreaterThan(5);
  expect(collide('Mod+k', 'k')).toBe(false);
});

describe('what was stored', () => {
  it('is read again as it was written', () => {
    const settings = { ...assign(DEFAULT_SETTINGS, 'next', ['n', 'ArrowDown', 'g n']), singleKeys: false };
    expect(parseSettings(JSON.stringify(settings))).toEqual(settings);
  });

  it.each([
    null,
    '',
    'off',
    '{',
    'null',
    '[]',
    '7',
    '{"ways":"x"}',
    '{"ways":{"next":"x"}}',
    '{"ways":{"next":[{}],"nosuch":["x"],"__proto__":["x"],"toString":["x"]}}',
    '{"ways":{"next":["Escape"]}}',
    '{"ways":{"next":["Tab"]}}',
    '{"ways":{"escape":["x"]}}',
    '{"ways":{"next":["<img src=x>"]}}',
    '{"ways":{"next":["Mod+c"]}}',
    '{"ways":{"next":["\u202e"]}}',
    '{"ways":{"next":["\\ud800"]}}',
    '{"ways":{"next":["a","b","c","d","e"]}}',
    `{"ways":{"next":["${'x'.repeat(50_000)}"]}}`,
  ])('counts as not changed where it is not understood (%#)', (text) => {
    expect(parseSettings(text)).toEqual(DEFAULT_SETTINGS);
  });

  it('loses only the command that is not understood', () => {
    expect(changed({ next: ['Tab'], peek: ['v', 'v'] }).ways).toEqual({ peek: ['v'] });
  });

  it('never gives one key press to two commands, for any setting', () => {
    const table = tableOf(changed({ peek: ['v'], select: ['v'], open: ['v x'] }));
    expect([table.open.keys, table.peek.keys, table.select.keys]).toEqual([['v x'], [], []]);
  });
});

describe('a way to press', () => {
  it('may be a character, a named key, either with a modifier, or two in a row', () => {
    const fine = ['x', '+', 'ß', 'あ', 'Mod++', 'Alt+x', 'Shift+ArrowDown', 'Mod+Alt+F2', 'g x', 'Space'];
    expect(fine.filter((way) => problemOf(way) !== undefined)).toEqual([]);
  });

  it('is not a key that cannot be pressed, or one that moves and closes everything', () => {
    const unusable = ['', ' ', 'xx', 'Dead', 'Process', 'Tab', 'Shift+Tab', 'Escape', 'Shift+x', 'a b c', 'a  b'];
    expect(unusable.filter((way) => problemOf(way) !== 'unusable')).toEqual([]);
    expect(problemOf('Mod+v')).toBe('browser');
  });

  it('grows by a second press after a character, and begins anew after that', () => {
    expect(continued(undefined, 'g')).toBe('g');
    expect(continued('g', 'x')).toBe('g x');
    expect(continued('g x', 'y')).toBe('y');
    expect(continued('ArrowDown', 'y')).toBe('y');
  });
});
