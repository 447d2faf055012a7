import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerText } from './answer-text.ts';

it('is the content of the pseudo call', () => {
  expect(answerText('{"content":"It left Oslo.\\nYes"}')).toBe('It left Oslo.\nYes');
  expect(answerText('plain text')).toBe('plain text');
});

it('is as much as there is when the preview was cut, wherever', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(), (content, cut) => {
      const stored = JSON.stringify({ content });
      const text = answerText(stored.slice(0, 12 + (cut % (stored.length - 12))));
      expect(content.startsWith(text)).toBe(true);
    }),
  );
});
