import { expect, it } from 'vitest';
import { wayWords } from './key-words.ts';

it.each([
  ['Mod+k', 'Ctrl k', '⌘ k'],
  ['g t', 'g then t', 'g then t'],
  ['Shift+ArrowDown', '⇧ ↓', '⇧ ↓'],
  ['Mod++', 'Ctrl +', '⌘ +'],
  ['Escape', 'Esc', 'Esc'],
])('says %s as it stands on the keys', (way, elsewhere, onMac) => {
  expect([wayWords(way, false), wayWords(way, true)]).toEqual([elsewhere, onMac]);
});
