import { expect, it } from 'vitest';
import { lacksThoughts, thinkingSentence } from './thinking-sentence.ts';

it('says each state once, commonest first', () => {
  const thinking = [
    { state: 'encrypted', generations: 3 },
    { state: 'summary', generations: 1 },
    { state: 'encrypted', generations: 1 },
  ] as const;
  expect(thinkingSentence({ generations: 5, spans: 9, thinking })).toBe(
    'Thinking is encrypted, and no summary came with it. Thinking came as the provider’s summary; the rest of it is billed and hidden.',
  );
});

it('does not take silence for zero', () => {
  const thinking = [{ state: null, generations: 1 }];
  expect(thinkingSentence({ generations: 1, spans: 1, thinking })).toBe('The provider does not report thinking.');
});

it('says when spans came without a model call', () => {
  expect(thinkingSentence({ generations: 0, spans: 1, thinking: [] })).toMatch(/^1 span arrived, but none/);
});

it('finds a thought to read in one call, and misses it only where models were called', () => {
  const unread = { state: 'encrypted', generations: 3 } as const;
  const summary = { state: 'summary', generations: 1 } as const;
  expect(lacksThoughts({ generations: 3, thinking: [unread] })).toBe(true);
  expect(lacksThoughts({ generations: 4, thinking: [unread, summary] })).toBe(false);
  expect(lacksThoughts({ generations: 0, thinking: [] })).toBe(false);
});
