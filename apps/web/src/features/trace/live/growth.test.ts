import { describe, expect, it } from 'vitest';
import { buildSteps } from '../../../lib/steps/build-steps.ts';
import { call, span } from '../../../lib/steps/testing-rows.ts';
import { growingPreviews, growingSteps, hasOtherCalls, type GrowingSpan } from './growth.ts';

const ID = 'ab'.repeat(8);
const growingCall = (index: number, fields: Partial<GrowingSpan['calls'][number]> = {}) => ({
  ...{ spanId: ID, index, type: 'function', tool: 'get_order', state: 'readable', thoughtCount: 0, hasPreamble: false },
  ...{ thought: null, preamble: null, arguments: null },
  ...fields,
});
const growing = (...calls: GrowingSpan['calls']): GrowingSpan => ({
  ...{ traceId: 'cd'.repeat(16), spanId: ID, snapshot: 3, callCount: calls.length, calls },
});
const thought = { state: 'readable', thoughtCount: 1, thoughtCharacters: 9 } as const;

describe('what is shown of a streaming answer', () => {
  const shown = [call(ID, 0, thought), call(ID, 1, { state: 'shared' })];
  const same = [growingCall(0, { thoughtCount: 1 }), growingCall(1, { state: 'shared' })];

  it('stands as long as only its texts grow', () => {
    expect(hasOtherCalls(shown, growing(...same))).toBe(false);
    // Earlier calls are not reported again.
    expect(hasOtherCalls(shown, { ...growing(same[1]!), callCount: 2 })).toBe(false);
  });

  it.each([
    ['another call', growing(...same, growingCall(2))],
    ['a call less', growing(same[0]!)],
    ['what was said is now before a call', growing({ ...same[0]!, hasPreamble: true }, same[1]!)],
    ['another name', growing({ ...same[0]!, tool: 'get_orders' }, same[1]!)],
    ['a thought of its own', growing(same[0]!, growingCall(1, { thoughtCount: 1 }))],
    ['a call in the place of an answer', growing({ ...same[0]!, type: 'answer' }, same[1]!)],
  ])('is loaded again with %s', (_, told) => expect(hasOtherCalls(shown, told)).toBe(true));
});

describe('the steps that grow', () => {
  const open = { duration: null, inputTokens: null, outputTokens: null, cost: null, start: 4000 };
  const rows = (id: string, partial: boolean) => ({
    spans: [span(id, { ...open, partial }), span('other', { start: 1 })],
    calls: [call(id, 0, thought), call(id, 1, { ...thought, type: 'trailing' as const }), call('other', 0, thought)],
  });
  const told = {
    spans: [growing(growingCall(0, { thought: 'First' }), growingCall(1, { thought: 'and so I', arguments: 'It' }))],
    offset: 50,
  };

  it('are the last ones of answers without an end, with their ends and when they began by the clock of the browser', () => {
    const found = growingSteps(buildSteps(rows(ID, true)), told, 1000);
    expect([...found]).toMatchObject([[`${ID}:1`, { began: 5050, thought: 'and so I', arguments: 'It' }]]);
    expect([...growingPreviews(found).keys()]).toEqual([`${ID}:1`]);
  });

  it('are found by the shorter names of long traces', () => {
    const short = ID.slice(0, 8);
    expect([...growingSteps(buildSteps(rows(short, true)), told, 0).keys()]).toEqual([`${short}:1`]);
  });

  it('are none for an answer that has ended, even after snapshots', () => {
    expect(growingSteps(buildSteps(rows(ID, false)), told, 0).size).toBe(0);
  });
});
