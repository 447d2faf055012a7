import { expect, it } from 'vitest';
import { tagCounts, tagsIn } from './tag-text.ts';

it('reads tags between commas, each once and without the spaces around them', () => {
  expect(tagsIn(' checked, by ada ,,checked')).toEqual(['checked', 'by ada']);
  expect(tagsIn(' , ')).toEqual([]);
});

it('counts the traces with each tag, the most frequent first', () => {
  expect(tagCounts([{ tags: ['b', 'a'] }, { tags: ['c', 'a'] }, { tags: [] }])).toEqual([
    { tag: 'a', count: 2 },
    { tag: 'b', count: 1 },
    { tag: 'c', count: 1 },
  ]);
});
