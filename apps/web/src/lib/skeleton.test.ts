import { expect, it } from 'vitest';
import { decodeSkeleton, encodeSkeleton, joinRows } from './skeleton.ts';
import { call as callRow, span as spanRow } from './steps/testing-rows.ts';

const span = spanRow('a1', { start: 0.125, outputTokens: null, cost: 51_261_000, reasoningCost: null });
/** As it is stored: call ids are words. */
const call = { ...callRow('a1', 0, { state: 'shared', tool: '__proto__' }), callId: 'call_1', reasoningRef: null };

it('gives back the rows it was made of, with equal call ids as equal numbers', () => {
  const run = {
    ...call,
    spanId: 'b2',
    ownerId: 'b2',
    describedBy: 'execution',
    callId: 'call_2',
    reasoningRef: 'call_1',
  };
  const { spans, calls } = decodeSkeleton(
    encodeSkeleton({ spans: [span, { ...span, id: 'b2', parentId: 'a1' }], calls: [call, run] }),
  );
  expect(spans).toEqual([
    { ...span, start: 0.125 },
    { ...span, start: 0.125, id: 'b2', parentId: 'a1' },
  ]);
  expect(calls).toEqual([
    { ...call, callId: 0 },
    { ...run, callId: 1, reasoningRef: 0 },
  ]);
});

it('keeps every number exactly, to the thousandth where there are fractions, and null apart from 0', () => {
  const costs = [null, 0, 9_007_199_254_740_991, 3, null, -5];
  const starts = [-2100.5, 0, 0.001, 1e9, 12.25, 7];
  const { spans } = decodeSkeleton(
    encodeSkeleton({
      spans: costs.map((cost, index) => ({ ...span, id: String(index), cost, start: starts[index]! })),
      calls: [],
    }),
  );
  expect(spans.map((one) => one.cost)).toEqual(costs);
  expect(spans.map((one) => one.start)).toEqual(starts);
});

it('keeps a parent that is not among the spans, and an empty trace empty', () => {
  const { spans } = decodeSkeleton(encodeSkeleton({ spans: [{ ...span, parentId: 'gone' }], calls: [] }));
  expect(spans[0]?.parentId).toBe('gone');
  expect(decodeSkeleton(encodeSkeleton({ spans: [], calls: [] }))).toEqual({ spans: [], calls: [] });
});

it('takes a thinking state of a newer version for not reported', () => {
  const { calls, spans } = decodeSkeleton(
    encodeSkeleton({ spans: [{ ...span, state: 'new' }], calls: [{ ...call, state: 'new' }] }),
  );
  expect(calls[0]?.state).toBe('unreported');
  expect(spans[0]?.state).toBeNull();
});

it('keeps what a call has apart from its span, exactly, also where it has none', () => {
  const spans = [
    { ...span, id: 'a1', start: 12.345, duration: 0.3, reasoningTokens: 600, reasoningCost: 9_007_199_254_740_991 },
    { ...span, id: 'b2', start: -7, duration: 5, reasoningTokens: null, reasoningCost: null },
  ];
  const calls = ['a1', 'b2', 'gone', 'a1'].map((spanId, index) => ({
    ...{ ...call, spanId, ownerId: spanId, index, start: [12.345, 0.1, 3.001, -0.2][index]! },
    ...{ duration: [0.3, null, 0.1, 0][index]!, reasoningTokens: [200, 7, null, 0][index]! },
    reasoningCost: [9_007_199_254_740_990, 1, null, 0][index]!,
  }));
  const decoded = decodeSkeleton(encodeSkeleton({ spans, calls }));
  expect(decoded.spans).toEqual(spans);
  expect(decoded.calls).toEqual(calls.map((one) => ({ ...one, callId: 0 })));
});

it('joins two skeletons of a trace without repeating a span, or taking two call ids for one', () => {
  const part = (ids: string[]) =>
    decodeSkeleton(
      encodeSkeleton({
        spans: ids.map((id) => ({ ...span, id })),
        calls: ids.map((id) => ({ ...call, spanId: id, ownerId: id, callId: `call of ${id}` })),
      }),
    );
  const { spans, calls } = joinRows(part(['a', 'b']), part(['b', 'c']));
  expect(spans.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(calls.map(({ spanId }) => spanId)).toEqual(['a', 'b', 'c']);
  expect(new Set(calls.map(({ callId }) => callId)).size).toBe(3);
});
