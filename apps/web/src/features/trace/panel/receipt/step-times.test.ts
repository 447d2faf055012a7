import { describe, expect, it } from 'vitest';
import { call, span, timeline } from '../../testing/timelines.ts';
import { modelTimes, toolTime } from './step-times.ts';

const RESPONSE = {
  duration: 5000,
  timeToFirstToken: 1000,
  streaming: true,
  state: 'readable',
  outputTokens: 1000n,
  reasoningTokens: 750n,
};
const partsOf = (fields: Partial<typeof RESPONSE> | Record<string, unknown>) =>
  Object.fromEntries(modelTimes({ ...RESPONSE, ...fields }).map(({ label, ...time }) => [label, time]));

describe('the time of a model call', () => {
  it('splits what follows the first token by tokens, and says that this is inferred', () => {
    const parts = partsOf({});
    expect(parts['to the first token']).toMatchObject({ milliseconds: 1000 });
    expect(parts['thinking']).toMatchObject({ milliseconds: 3000, inferred: expect.stringMatching(/split by tokens/) });
    expect(parts['output']).toMatchObject({ milliseconds: 1000, inferred: expect.stringMatching(/split by tokens/) });
    expect(parts['model call']).toMatchObject({ milliseconds: 5000 });
  });

  it('is exact without thinking: all that follows the first token is output', () => {
    const parts = partsOf({ reasoningTokens: 0n, state: 'none' });
    expect(parts['thinking']).toEqual({ milliseconds: 0 });
    expect(parts['output']).toEqual({ milliseconds: 4000 });
  });

  it('never counts more thinking than output', () => {
    expect(partsOf({ reasoningTokens: 2000n })['thinking']).toMatchObject({ milliseconds: 4000 });
  });

  it.each([
    ['hidden thinking may be over before the first token', { state: 'encrypted' }, /has no text/],
    ['a first token that was not timed', { timeToFirstToken: null }, /not timed/],
    ['a first token after the end, by a clock that differs', { timeToFirstToken: 6000 }, /not timed/],
    ['thinking tokens that were not reported', { reasoningTokens: null }, /not reported/],
    ['a call without an end', { duration: null }, /no end/],
  ])('does not invent the parts: %s', (_why, fields, reason) => {
    const parts = partsOf(fields);
    for (const part of ['thinking', 'output'])
      expect(parts[part]).toEqual({ milliseconds: null, unknown: expect.stringMatching(reason) });
  });

  it('distinguishes a response that was not streamed from a first token that was not reported', () => {
    const unknown = (streaming: boolean | null) => partsOf({ timeToFirstToken: null, streaming })['to the first token'];
    expect(unknown(false)).toMatchObject({ milliseconds: null, unknown: 'the response was not streamed' });
    expect(unknown(null)).toMatchObject({ milliseconds: null, unknown: 'not reported' });
  });
});

describe('the time of the tools of a step', () => {
  const run = (id: number, fields: object) =>
    call(`t${id}`, 0, { describedBy: 'execution', callId: id, status: 'ok', ...fields });
  const stepWith = (runs: ReturnType<typeof run>[], requested = runs.length) =>
    timeline({
      spans: [span('g'), ...runs.map(({ spanId, start }) => span(spanId, { kind: 'tool', parentId: 'g', start }))],
      calls: [...Array.from({ length: requested }, (_, index) => call('g', index, { callId: index + 1 })), ...runs],
    }).steps[0]!;

  it('counts parallel calls once and the gap between two not at all', () => {
    const step = stepWith([
      run(1, { start: 1000, duration: 500 }),
      run(2, { start: 1200, duration: 600 }),
      run(3, { start: 3000, duration: 100 }),
    ]);
    expect(toolTime(step)).toMatchObject({ label: 'tools', milliseconds: 900, atLeast: false });
  });

  it('is a lower bound while a call has no end, and marked when a time was inferred', () => {
    const open = [run(1, { start: 1000, duration: 500 }), run(2, { start: 1200, duration: null, status: 'unset' })];
    expect(toolTime(stepWith(open))).toMatchObject({ milliseconds: 500, atLeast: true });
    const inferred = [run(1, { start: 1000, duration: 500, durationInferred: true })];
    expect(toolTime(stepWith(inferred))).toMatchObject({
      label: 'tool',
      milliseconds: 500,
      inferred: expect.stringMatching(/from the response/),
    });
  });

  it('is not known where no execution was reported, and absent for an answer', () => {
    expect(toolTime(stepWith([], 1))).toMatchObject({ milliseconds: null, unknown: 'no execution was reported' });
    expect(toolTime({ kind: 'answer', calls: [] })).toBeUndefined();
  });
});
