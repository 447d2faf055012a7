import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asOf, hiddenWords, endOf, isOpenEnded, spansAsOf, sumsUpTo } from './as-of.ts';
import { call, span, timeline } from '../testing/timelines.ts';

/** Step 1 calls a tool that runs an agent with two steps, 2 and 3; step 4 answers. */
const nested = () =>
  timeline({
    spans: [
      span('g1', { start: 0, duration: 10, cost: 100 }),
      span('t1', { kind: 'tool', parentId: 'g1', start: 10, duration: 100, cost: null }),
      span('g2', { parentId: 't1', start: 20, duration: 10, cost: 20 }),
      span('g3', { parentId: 't1', start: 60, duration: 10, cost: 3 }),
      span('g4', { start: 120, duration: 10, cost: 1000 }),
    ],
    calls: [
      call('g1', 0, { callId: 1, tool: 'research' }),
      call('t1', 0, { describedBy: 'execution', callId: 1, tool: 'research', start: 10, duration: 100, status: 'ok' }),
      call('g2', 0, { callId: 2, tool: 'search', start: 20 }),
      call('g3', 0, { type: 'answer', tool: 'text_output', start: 60 }),
      call('g4', 0, { type: 'answer', tool: 'text_output', start: 120 }),
    ],
  });

const numbers = (steps: readonly { number: number }[]) => steps.map(({ number }) => number);

it('has the spans that had started by a step, those that were still running too', () => {
  const spans = ['g1', 't1', 'g2', 'g3', 'g4'].map((id, at) => span(id, { start: [0, 10, 20, 60, 120][at] }));
  expect(spansAsOf(spans, asOf(nested(), 2)).map(({ id }) => id)).toEqual(['g1', 't1', 'g2']);
  expect(spansAsOf(spans, nested())).toHaveLength(5);
});

it('knows which steps have something without an end, and of those the last moment that is known', () => {
  const run = call('t1', 0, { describedBy: 'execution', callId: 1, start: 30, duration: null });
  const { steps } = timeline({
    spans: [
      span('g1', { start: 0, duration: 10 }),
      span('t1', { kind: 'tool', parentId: 'g1', start: 30, duration: null }),
      span('g2', { start: 50, duration: 5 }),
      span('g3', { start: 70, duration: null }),
    ],
    calls: [call('g1', 0, { callId: 1 }), run, call('g2', 0, { type: 'answer' }), call('g3', 0, { type: 'answer' })],
  });
  expect(steps.map(isOpenEnded)).toEqual([true, false, true]);
  expect(steps.map(endOf)).toEqual([30, 55, 70]);
});

describe('a trace as of a step', () => {
  it('ends with that step, and holds what was paid up to there', () => {
    const past = asOf(nested(), 2);
    expect(numbers(past.steps)).toEqual([1, 2]);
    expect(past.entries[0]).toMatchObject({ children: 1, sum: { cost: 120 }, setSize: 1 });
  });

  it('shows a call without its result while it was running', () => {
    for (const at of [1, 2])
      expect(asOf(nested(), at).steps[0]?.calls[0]).toMatchObject({ execution: null, status: 'unset', duration: null });
    expect(asOf(nested(), 4).steps[0]?.calls[0]).toMatchObject({ status: 'ok', duration: 100 });
    expect(nested().steps[0]?.calls[0]).toMatchObject({ status: 'ok' });
  });

  it('is the whole trace as of its last step, and leaves the whole as it was', () => {
    const whole = nested();
    expect(asOf(whole, 4)).toEqual(whole);
    asOf(whole, 1);
    expect(whole).toEqual(nested());
  });

  it('keeps a row that holds others only for those that are there', () => {
    const whole = timeline({
      spans: [span('a', { start: 0 }), span('b', { parentId: 'lost', start: 5 }), span('r', { start: 1 })],
      calls: [],
    });
    const group = whole.entries.findIndex(({ entry }) => entry === 'group');
    expect(group).toBeGreaterThan(0);
    expect(asOf(whole, 1).entries.some(({ entry }) => entry === 'group')).toBe(false);
  });

  it('keeps every row below one that is there, and sums of what is there, for any step', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), (at) => {
        const { entries, steps } = asOf(nested(), at);
        expect(numbers(steps)).toEqual(Array.from({ length: at }, (_, index) => index + 1));
        entries.forEach(({ parent }, index) => expect(parent).toBeLessThan(index));
        const roots = entries.filter(({ parent }) => parent < 0).map(({ sum }) => sum.cost ?? 0);
        const paid = steps.map((step) => step.paid?.cost ?? 0);
        expect(roots.reduce((a, b) => a + b, 0)).toBe(paid.reduce((a, b) => a + b, 0));
      }),
    );
  });

  it('knows when a step was over by its last call', () => {
    expect(endOf(nested().steps[0])).toBe(110);
    expect(endOf(undefined)).toBe(0);
  });
});

describe('what had been paid up to a step', () => {
  const thought = { state: 'readable', thoughtCount: 1, thoughtCharacters: 50 } as const;

  it('is about so much within a response that made several steps, and exact after its last', () => {
    const { steps } = timeline({
      spans: [span('g1', { cost: 1000 }), span('g2', { start: 2000, cost: 30 })],
      calls: [
        call('g1', 0, { ...thought, callId: 1 }),
        call('g1', 1, { ...thought, callId: 2 }),
        call('g2', 0, { type: 'answer', tool: 'text_output', start: 2000 }),
      ],
    });
    const sums = sumsUpTo(steps);
    expect(sums.map(({ approximate }) => approximate)).toEqual([true, false, false]);
    expect(sums.map(({ cost }) => cost).slice(1)).toEqual([1000, 1030]);
  });

  it('distinguishes a missing price from a step that cannot have one', () => {
    const failed = { status: 'error', inputTokens: null, outputTokens: null, cost: null, state: null } as const;
    const unpriced = { start: 1, cost: null, reasoningCost: null, hiddenCost: null };
    const { steps } = timeline({ spans: [span('a', failed), span('b', unpriced)], calls: [] });
    expect(steps[0]?.paid).toBeNull();
    expect(sumsUpTo(steps)).toMatchObject([
      { cost: null, lack: null },
      { cost: null, lack: 'price' },
    ]);
  });

  it('says of hidden thinking how much of it that is only where all of it has a price', () => {
    const hidden = { cost: 1000, reasoningCost: 600, hiddenCost: 600 };
    const unpriced = { cost: null, reasoningCost: null, hiddenCost: null };
    const words = (...spans: Parameters<typeof span>[1][]) => {
      const rows = spans.map((fields, index) => span(`g${index}`, { ...fields, start: index }));
      return hiddenWords(sumsUpTo(timeline({ spans: rows, calls: [] }).steps).at(-1)!);
    };
    expect(words(hidden)).toBe('all hidden');
    expect(words(hidden, { ...hidden, hiddenCost: 0 })).toBe('50 % hidden');
    expect(words({ ...hidden, hiddenCost: 0 })).toBeUndefined();
    // 600 of 1,200 tokens; the others have no cost.
    expect(words(hidden, unpriced)).toBe('$0.00000060 hidden');
    expect(words(unpriced)).toBeUndefined();
  });

  it('does not show uncounted thinking as 0', () => {
    const told = { cost: 1000, reasoningTokens: 300, reasoningCost: 600, hiddenCost: 600 };
    const untold = { start: 1, cost: 500, reasoningTokens: null, reasoningCost: null, hiddenCost: null };
    const sums = sumsUpTo(timeline({ spans: [span('a', told), span('b', untold)], calls: [] }).steps);
    expect(sums).toMatchObject([
      { reasoningTokens: 300, uncounted: false },
      { reasoningTokens: 300, uncounted: true },
    ]);
    expect(sums.map(hiddenWords)).toEqual(['all hidden', '$0.00000060 hidden']);
  });
});
