import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitThinkTags } from './think-tags.ts';

const outline = (source: string) =>
  splitThinkTags(source).map(({ kind, text, incomplete }) => (incomplete ? [kind, text, 'cut'] : [kind, text]));

describe('think tags', () => {
  it.each([
    [
      '<think>why</think>\n\nBecause.',
      [
        ['reasoning', 'why'],
        ['text', 'Because.'],
      ],
    ],
    [
      '  \n<think>why</think>Because.',
      [
        ['reasoning', 'why'],
        ['text', 'Because.'],
      ],
    ],
    [
      // Bedrock's stream of gpt-oss: each piece in tags of its own.
      '<reasoning>The liq</reasoning><reasoning>uid is</reasoning><reasoning> water.</reasoning>So.',
      [
        ['reasoning', 'The liquid is water.'],
        ['text', 'So.'],
      ],
    ],
    ['<reasoning>One.</reasoning><reasoning>Tw', [['reasoning', 'One.Tw', 'cut']]],
    [
      '<reasoning>One.</reasoning>\n\n<reasoning>Two.</reasoning>x',
      [
        ['reasoning', 'One.'],
        ['reasoning', 'Two.'],
        ['text', 'x'],
      ],
    ],
    [
      '<thinking>why</thinking>x',
      [
        ['reasoning', 'why'],
        ['text', 'x'],
      ],
    ],
    [
      '◁think▷why◁/think▷x',
      [
        ['reasoning', 'why'],
        ['text', 'x'],
      ],
    ],
    [
      '[THINK]why[/THINK]x',
      [
        ['reasoning', 'why'],
        ['text', 'x'],
      ],
    ],
    [
      '<|channel|>analysis<|message|>why<|end|><|start|>assistant<|channel|>final<|message|>x',
      [
        ['reasoning', 'why'],
        ['text', 'x'],
      ],
    ],
    [
      '<|channel|>analysis<|message|>why<|end|>x',
      [
        ['reasoning', 'why'],
        ['text', 'x'],
      ],
    ],
    [
      '<think>one</think>\n<think>two</think>x',
      [
        ['reasoning', 'one'],
        ['reasoning', 'two'],
        ['text', 'x'],
      ],
    ],
    ['<think>\n\n</think>\n\nx', [['text', 'x']]],
    ['<think>never closed', [['reasoning', 'never closed', 'cut']]],
    [
      'why\n</think>\n\nx',
      [
        ['reasoning', 'why\n'],
        ['text', 'x'],
      ],
    ],
    ['why\n</think>', [['reasoning', 'why\n']]],
    [
      'why</think>\n\nx',
      [
        ['reasoning', 'why'],
        ['text', 'x'],
      ],
    ],
    [
      '<think>a\n<think>b\n</think>c</think>x',
      [
        ['reasoning', 'a\n<think>b\n</think>c'],
        ['text', 'x'],
      ],
    ],
    [
      '<think>a\n<think>b</think>x',
      [
        ['reasoning', 'a\n<think>b'],
        ['text', 'x'],
      ],
    ],
    [
      '<think>say <think> in a sentence</think>x',
      [
        ['reasoning', 'say <think> in a sentence'],
        ['text', 'x'],
      ],
    ],
  ])('%j is split', (source, expected) => expect(outline(source)).toEqual(expected));

  it.each([
    'Use <think> in your prompt.',
    '```\n<think>literal</think>\n```',
    'The tag `<think>` opens, `</think>` closes.',
    'a <',
    '<THINK>case</THINK>',
    '<think class="x">attributes</think> and more',
    'Write </think> here, in one line.',
    '',
  ])('%j is literal', (source) => expect(outline(source)).toEqual([['text', source]]));

  it('loses nothing but tags, blank thoughts and white space', () => {
    const piece = fc.constantFrom('<think>', '</think>', '\n', ' ', 'a', 'b', '<thinking>', '</thinking>', '`');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const visible = (source: string) => source.replaceAll(/<\/?think(?:ing)?>|\s/g, '');
        const segments = splitThinkTags(pieces.join(''));
        expect(visible(segments.map(({ text }) => text).join(''))).toBe(visible(pieces.join('')));
      }),
    );
  });

  it.each([
    '<think>\nwhy\n</think>\n\nBecause.',
    '  <thinking>why</thinking>x',
    'why\n</think>\n\nBecause.',
    '<think>cut',
  ])('keep what stood around the thought, so that the whole can be put together again: %j', (source) => {
    const pieces = splitThinkTags(source).map(({ open = '', text, close = '' }) => open + text + close);
    expect(pieces.join('')).toBe(source);
  });
});
