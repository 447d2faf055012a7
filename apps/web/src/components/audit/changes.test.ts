import { expect, it } from 'vitest';
import { changesOf } from './changes.ts';

it('shows a changed value as before and after, and an added or removed one alone', () => {
  expect(changesOf({ name: 'ci', scopes: ['read'] }, { name: 'build', days: 7 })).toEqual([
    { name: 'name', text: 'ci → build' },
    { name: 'scopes', text: '["read"]' },
    { name: 'days', text: '7' },
  ]);
  expect(changesOf(null, null)).toEqual([]);
});
