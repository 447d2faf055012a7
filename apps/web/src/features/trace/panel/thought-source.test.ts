import { expect, it } from 'vitest';
import { sourceWords } from './ThoughtSource.tsx';

it.each([
  ['parsed', 'reasoning_content', 'Came as reasoning_content'],
  ['anthropic', 'thinking', 'Came as thinking'],
  ['think_tags', 'content', 'Came in think tags of content'],
  ['think_tags', null, 'Came in think tags'],
  ['parsed', null, 'Came in a field of its own'],
  ['of a later version', null, undefined],
  [null, null, undefined],
])('says of a thought that is %s in %s where it came from', (format, field, words) => {
  expect(sourceWords(format, field)).toBe(words);
});
