/** Several choices: no choice gets a figure that was not reported for it. */
import { describe, expect, it } from 'vitest';
import { attribute } from './attribution.ts';
import { together, usageOfChoice } from './choices.ts';
import type { Part } from '../parts/part.ts';

const R = (text: string): Part => ({ kind: 'reasoning', key: text, text, format: 'parsed', field: 'reasoning' });
const T = (text: string): Part => ({ kind: 'text', key: text, text });
const C = (id: string): Part => ({
  kind: 'tool_call',
  id,
  name: id,
  arguments: {},
  itemType: 'function',
  type: 'function',
});

describe('the tokens of one choice', () => {
  const usage = { input: 5, output: 90, reasoning: 60, reasoningSource: 'reported' } as const;

  it('are those of the response when it is the only one', () => expect(usageOfChoice(usage, 1)).toBe(usage));
  it('are unknown among several', () => expect(usageOfChoice(usage, 2)).toBeUndefined());
  it('are 0 of thinking when all together have 0', () => {
    const none = usageOfChoice({ ...usage, reasoning: 0 }, 2);
    expect(none).toEqual({ reasoning: 0, reasoningSource: 'reported' });
    expect(attribute([T('a')], { ...(none && { usage: none }) }).calls[0]?.state).toBe('none');
  });
  it('stay unknown when nothing was said', () => expect(usageOfChoice(undefined, 2)).toBeUndefined());
});

describe('all choices as one', () => {
  const usage = { output: 90, reasoning: 60, reasoningSource: 'reported' } as const;

  it('have the calls of all, each with its own thoughts', () =>
    expect(together([attribute([T('a')]), attribute([R('1'), C('b')])], usage)).toMatchObject({
      calls: [
        { name: 'text_output', reasoning: [], reasoningRef: null },
        { id: 'b', reasoning: ['1'] },
      ],
      trailing: null,
      state: 'readable',
      lastReasoningCallId: 'b',
    }));
  it('have what trails in all', () =>
    expect(together([attribute([C('a'), T('x')]), attribute([C('b'), R('1'), T('y')])], usage).trailing).toEqual({
      reasoning: ['1'],
      text: 'x\n\ny',
      state: 'readable',
    }));
  it.each([
    [60, 'withheld'],
    [0, 'none'],
    [undefined, 'unreported'],
  ])('that show nothing of %s thinking tokens are %s', (reasoning, state) => {
    const said = reasoning === undefined ? {} : { reasoning };
    expect(together([attribute([T('a')]), attribute([T('b')])], said).state).toBe(state);
  });
  it('of one are that one', () => {
    const only = attribute([T('a')], { usage });
    expect(together([only], usage)).toBe(only);
  });
});
