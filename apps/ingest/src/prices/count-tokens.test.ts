import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { countTokens } from './count-tokens.ts';

describe('the tokens of a text', () => {
  test.each([
    [
      'prose',
      'The user asks for the weather, so I should call the tool with “Paris”.\n\nThen answer in one sentence. ',
    ],
    ['code', 'const total = items.map((item) => item.price * 1.19).reduce((a, b) => a + b, 0);\n'],
    ['another script', '我们需要先查一下天气，然后再回答。'],
    ['nothing', ''],
  ])('are those of the tokenizer: %s', (_, text) => expect(countTokens(text)).toBe(encode(text).length));

  test('that look like special ones are text', () => expect(countTokens('<|endoftext|>')).toBeGreaterThan(1));

  test('of a long run without a border are counted in pieces, with a small error', () => {
    const run = 'thinkingaboutit'.repeat(100);
    const exact = encode(run).length;
    expect(Math.abs(countTokens(run) - exact)).toBeLessThan(exact * 0.15);
  });

  test('of a text that is too long to count are in proportion', () => {
    const line = 'First compare the two prices, then the two dates. ';
    const expected = encode(line.repeat(100)).length * 200;
    expect(Math.abs(countTokens(line.repeat(20_000)) - expected)).toBeLessThan(expected * 0.01);
  });
});
