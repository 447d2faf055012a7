import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute } from '../attribution/attribution.ts';
import { THINKING_STATES } from '../parts/state.ts';
import { isHidden, splitReasoningByReadability } from './thinking-state.ts';
import { summarisesThinking } from './thinking-model.ts';
import { arbitraryParts } from '../testing/arbitraries.ts';

describe('hidden thinking', () => {
  it('is billed thinking without verbatim text', () =>
    expect(THINKING_STATES.filter(isHidden)).toEqual(['summary', 'redacted', 'encrypted', 'withheld']));
});

describe('a sign of thinking without text', () => {
  const sign = { kind: 'hidden' as const, key: 'h', format: 'summary' as const, field: 'summary' };
  const text = { kind: 'text' as const, key: 't', text: 'x' };
  const states = (encrypted: boolean, reasoning?: number) => {
    const usage = reasoning === undefined ? {} : { reasoning, reasoningSource: 'reported' as const };
    const { calls, state } = attribute([{ ...sign, encrypted }, text], { usage });
    return [calls[0]?.state, state];
  };
  it('is withheld thinking when some was billed, when none was counted, and when 0 was reported', () => {
    expect(states(false, 9)).toEqual(['withheld', 'withheld']);
    expect(states(false, 0)).toEqual(['withheld', 'withheld']);
    expect(states(false)).toEqual(['withheld', 'withheld']);
  });
  it('is the thinking itself where it is sealed in', () => expect(states(true, 0)).toEqual(['encrypted', 'encrypted']));
});

describe('tokens by what can be read', () => {
  const thought = (text: string, format: 'parsed' | 'summary') => ({
    kind: 'reasoning' as const,
    key: text,
    text,
    format,
    field: 'f',
  });
  const call = (id: string) => ({
    kind: 'tool_call' as const,
    id,
    name: id,
    arguments: {},
    itemType: 't',
    type: 'function' as const,
  });
  const hidden = { kind: 'hidden' as const, key: 'h', encrypted: true, format: 'parsed' as const, field: 'f' };
  const usage = { reasoning: 90, reasoningSource: 'reported' as const };

  it('go to each thought by its length, hidden ones as the mean', () => {
    const parts = [thought('aaaa', 'parsed'), call('a'), thought('bb', 'summary'), call('b'), hidden, call('c')];
    expect(splitReasoningByReadability(attribute(parts, { usage }), 90)).toEqual({
      readable: 40,
      summary: 20,
      noText: 30,
    });
  });
  it('are without text when nothing shows the thought', () =>
    expect(splitReasoningByReadability(attribute([call('a')], { usage }), 90)).toEqual({
      readable: 0,
      summary: 0,
      noText: 90,
    }));
  it('add up to those given', () => {
    fc.assert(
      fc.property(arbitraryParts, fc.maxSafeNat(), (parts, reasoning) => {
        const { readable, summary, noText } = splitReasoningByReadability(
          attribute(parts, { usage: { reasoning } }),
          reasoning,
        );
        expect(readable + summary + noText).toBe(reasoning);
      }),
    );
  });
});

describe('models that hand out summaries', () => {
  it.each([
    'claude-opus-4-7',
    'claude-sonnet-4-20250514',
    'us.anthropic.claude-haiku-4-5-20251001-v1:0',
    'anthropic/claude-haiku-4.5',
    'claude-fable-5-2',
    'gemini-2.5-pro',
    'google/gemini-3-flash',
  ])('%s does', (model) => expect(summarisesThinking(model)).toBe(true));
  it.each([
    'claude-3-7-sonnet-20250219',
    'anthropic/claude-3.7-sonnet',
    'us.anthropic.claude-3-7-sonnet-20250219-v1:0',
    'claude-2.1',
    'claude-instant-1.2',
    'deepseek-v4-pro',
    'gpt-oss-120b',
    undefined,
  ])('%s does not', (model) => expect(summarisesThinking(model)).toBe(false));
});
