import { expect, it } from 'vitest';
import { FILTER_FIELDS } from '../../lib/traces/trace-filter.ts';
import { completed, completingAt, keySuggestions, valueSuggestions } from './completion.ts';

/** `|` is the caret. */
const at = (marked: string) => {
  const caret = marked.indexOf('|');
  return completingAt(marked.replace('|', ''), caret, FILTER_FIELDS)!;
};
const WORDS: Record<string, string> = { env: 'Environment', tool: 'Tool' };
const keys = (marked: string) =>
  keySuggestions(at(marked), FILTER_FIELDS, (field) => WORDS[field]).map(({ text }) => text);
const TOOLS = [
  { value: 'read_file', count: 9 },
  { value: 'file a bug', count: 2 },
];
const values = (marked: string, counted?: typeof TOOLS) => {
  const completing = at(marked);
  return valueSuggestions({ ...completing, field: completing.field! }, counted).map(({ text }) => text);
};

it('completes a key at the caret: by its beginning, then by what it contains or means', () => {
  expect(keys('status:error t|')).toEqual(
    expect.arrayContaining(['tool:', 'tag:', 'thinking:', 'agent:', 'duration:', 'state:', 'status:', 'cost:', 'env:']),
  );
  expect(keys('ta|').slice(0, 1)).toEqual(['tag:']);
  expect(keys('environ|')).toEqual(['env:']);
  expect(keys('-to|')).toEqual(['-tool:']);
  expect(keys('|')).toHaveLength(FILTER_FIELDS.length);
  expect(keys('schema|')).toEqual([]);
});

it('completes a value by the counted ones, with quotes where the value has spaces', () => {
  expect(values('tool:fil|', TOOLS)).toEqual(['tool:"file a bug"', 'tool:read_file']);
  expect(values('tool:"file a|', TOOLS)).toEqual(['tool:"file a bug"']);
  expect(values('-tool:|', TOOLS)).toEqual(['-tool:read_file', '-tool:"file a bug"']);
  expect(values('tool:x|', TOOLS)).toEqual([]);
});

it('completes a key of the metadata, and then its values', () => {
  const KEYS = [
    { value: 'customer', count: 4 },
    { value: 'cost center', count: 2 },
  ];
  expect(keys('meta|')).toEqual(['metadata.']);
  expect(values('metadata.|', KEYS)).toEqual(['metadata.customer:', 'metadata."cost center":']);
  expect(values('-metadata."cost c|', KEYS)).toEqual(['-metadata."cost center":']);
  expect(values('metadata:cu|', KEYS)).toEqual(['metadata.customer:']);
  // The colon is missing so far.
  expect(values('metadata.customer|', KEYS)).toEqual(['metadata.customer:']);
  const CUSTOMERS = [
    { value: 'acme', count: 3 },
    { value: 'Acme: "north"', count: 1 },
  ];
  expect(at('metadata."cost center":a|').key).toBe('cost center');
  expect(values('metadata.customer:|', CUSTOMERS)).toEqual([
    'metadata.customer:acme',
    'metadata.customer:"Acme:  north "',
  ]);
  expect(values('metadata."cost center":x|', CUSTOMERS)).toEqual([]);
  expect(values('metadata.customer:acme|', CUSTOMERS)).toEqual([]);
  expect(completingAt('metadata.x', 10, ['tool'])?.field).toBeUndefined();
});

it('completes the name of a score, and then its values with their sign', () => {
  const NAMES = [
    { value: 'quality', count: 4 },
    { value: 'on time', count: 2 },
  ];
  const VALUES = [
    { value: '>=0.5', count: 3 },
    { value: '=very good', count: 1 },
  ];
  expect(keys('sco|')).toEqual(['score:']);
  expect(values('score:|', NAMES)).toEqual(['score:quality=', 'score:"on time"=']);
  expect(values('-score:"on t|', NAMES)).toEqual(['-score:"on time"=']);
  expect(values('score:quality=|', VALUES)).toEqual(['score:quality="very good"', 'score:quality>=0.5']);
  expect(values('score:"on time">|', VALUES)).toEqual(['score:"on time">=0.5']);
  expect(at('score:"on time">=0.|')).toMatchObject({ key: 'on time', typed: '>=0.' });
  expect(values('score:quality>=0.5|', VALUES)).toEqual([]);
});

it('suggests nothing for a value that is complete', () => {
  expect(values('tool:read_file|', TOOLS)).toEqual([]);
  expect(values('status:error|')).toEqual([]);
});

it('completes values that the language has, and an example of a comparison', () => {
  expect(values('status:|')).toEqual(['status:error', 'status:ok']);
  expect(values('hidden:|')).toEqual(['hidden:>40%']);
  expect(values('user:|')).toEqual([]);
});

it('counts values in the filter without the part that is being typed', () => {
  expect(at('model:gpt-5.2 tool:upd| has:error').rest).toBe('model:gpt-5.2  has:error');
  expect(at('model:gpt-5.2 |').rest).toBe('model:gpt-5.2 ');
});

it('suggests nothing inside of a phrase, and for a key that does not exist', () => {
  expect(at('"tool:re|"')).toBeUndefined();
  expect(at('nosuch:|')).toBeUndefined();
});

it('puts the caret after a key, and begins the next part after a value', () => {
  const take = (marked: string, text: string) => {
    const result = completed(marked.replace('|', ''), at(marked), { label: text, text });
    return `${result.text.slice(0, result.caret)}|${result.text.slice(result.caret)}`;
  };
  expect(take('to|', 'tool:')).toBe('tool:|');
  expect(take('to| has:error', 'tool:')).toBe('tool:| has:error');
  expect(take('metadata.|', 'metadata.customer:')).toBe('metadata.customer:|');
  expect(take('metadata.customer:|', 'metadata.customer:acme')).toBe('metadata.customer:acme |');
  expect(take('tool:re|', 'tool:read_file')).toBe('tool:read_file |');
  expect(take('tool:re| has:error', 'tool:read_file')).toBe('tool:read_file |has:error');
});
