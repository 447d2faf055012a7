import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Part, Usage } from '@subtext/reasoning';
import { remainder, sharedUsage, type MeasuredAnswer } from './run-usage.ts';

const text = (length: number): Part => ({ kind: 'text', key: '0', text: 'x'.repeat(length) });
const thought = (length: number): Part => ({
  ...{ kind: 'reasoning', key: '0', text: 'x'.repeat(length), format: 'anthropic', field: 'thinking' },
});
const answer = (input: number, parts: Part[], more: Partial<MeasuredAnswer> = {}): MeasuredAnswer => ({
  ...{ parts, usage: { input }, hidesThoughts: false, ...more },
});

describe('the output of a turn', () => {
  it('goes to its answers by what they thought and wrote', () => {
    const answers = [answer(10, [thought(30), text(10)]), answer(20, [thought(10), text(30)])];
    expect(sharedUsage(answers, { input: 30, output: 80, reasoning: 40 })).toEqual([
      { input: 10, output: 40, outputSource: 'apportioned', reasoning: 30, reasoningSource: 'apportioned' },
      { input: 20, output: 40, outputSource: 'apportioned', reasoning: 10, reasoningSource: 'apportioned' },
    ]);
  });

  it('is what is left for the only answer without figures', () => {
    const reported = answer(10, [text(1)], { usage: { input: 10, output: 7 } });
    expect(sharedUsage([reported, answer(20, [text(1)])], { input: 30, output: 80 })).toEqual([
      { input: 10, output: 7 },
      { input: 20, output: 73, outputSource: 'derived' },
    ]);
  });

  it('stays unknown when other calls are in the sum, or an input is unknown', () => {
    expect(sharedUsage([answer(10, [text(1)])], { input: 11, output: 80 })).toBeUndefined();
    expect(sharedUsage([answer(10, [text(1)])], { input: 10, cacheRead: 5, output: 80 })).toBeUndefined();
    expect(sharedUsage([answer(10, [], { usage: undefined })], { input: 10, output: 80 })).toBeUndefined();
    expect(sharedUsage([], { input: 10, output: 80 })).toBeUndefined();
  });

  it('gives a thought that was not sent its share of the thinking', () => {
    const answers = [answer(10, [thought(30)]), answer(20, [text(30)], { hidesThoughts: true })];
    const shares = sharedUsage(answers, { input: 30, output: 60, reasoning: 60 });
    expect(shares?.map(({ reasoning }) => reasoning)).toEqual([30, 30]);
  });

  it('adds up to exactly what was reported', () => {
    const lengths = fc.array(fc.tuple(fc.nat(500), fc.nat(500), fc.nat(9000)), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(lengths, fc.nat(50_000), fc.nat(50_000), (rows, output, thinking) => {
        const answers = rows.map(([thoughts, words, input]) => answer(input, [thought(thoughts), text(words)]));
        const total = {
          input: rows.reduce((sum, row) => sum + row[2], 0),
          output,
          reasoning: Math.min(thinking, output),
        };
        const shares = sharedUsage(answers, total) ?? [];
        const sum = (name: 'input' | 'output' | 'reasoning') =>
          shares.reduce((whole, share: Usage) => whole + (share[name] ?? 0), 0);
        expect([sum('input'), sum('output'), sum('reasoning')]).toEqual([total.input, output, total.reasoning]);
      }),
    );
  });
});

it('is never negative: more than the whole is an error of the sender', () => {
  expect(remainder({ input: 5, output: 5 }, [{ input: 6 }])).toBeUndefined();
  expect(remainder({ input: 5, output: 5 }, [{ input: 5, output: 2 }])).toEqual({ input: 0, output: 3 });
});
