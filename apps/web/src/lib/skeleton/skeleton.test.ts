import { THINKING_STATES } from '@subtext/reasoning';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeSkeleton, encodeColumns, encodeSkeleton, joinRows, SKELETON_FORMAT } from './skeleton.ts';
import { namesOf } from './span-names.ts';
import { call as callRow, span as spanRow } from '../steps/testing-rows.ts';

const span = spanRow('a1', { start: 0.125, outputTokens: null, cost: 51_261_000, reasoningCost: null });
/** As stored: call ids are text. */
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

it('distinguishes a span without an end from one of zero duration, with any span after it', () => {
  const durations = [null, 0, 1000, null, 0.3];
  const spans = durations.map((duration, index) => ({ ...span, id: `s${index}`, start: index * 7.5, duration }));
  const calls = spans.map(({ id, duration }) => ({ ...call, spanId: id, ownerId: id, duration }));
  const decoded = decodeSkeleton(encodeSkeleton({ spans, calls }));
  expect(decoded.spans).toEqual(spans);
  expect(decoded.calls.map(({ duration }) => duration)).toEqual(durations);
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

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', '__proto__', 'constructor', 'toString', '\u0000', '\ud800', '*', 'AAA*', '\u202e', '1*'),
);
const word = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('chat', 'tool', 'ok') }, hostile);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const ids = fc.oneof(
  fc.constantFrom('00000000000000a0', 'ffffffffffffffff', '0123456789abcdef', '00000000000000a1', '00000000000000b2'),
  { weight: 1, arbitrary: hostile },
);
/** Microseconds, including times before the start of the trace and far from it. */
const time = fc
  .oneof(fc.integer({ min: -5000, max: 90_000 }), fc.integer({ min: -1e15, max: 1e15 }))
  .map((one) => one / 1e3);
const amount = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 40_000 }),
  fc.integer({ min: 0, max: 2 ** 52 }),
);
const state = fc.constantFrom(...THINKING_STATES);

const anySpan = fc.record({
  ...{ id: ids, parentId: maybe(ids), kind: word, name: word, start: time, duration: maybe(time) },
  ...{ status: word, statusMessage: maybe(word), agent: maybe(word), model: maybe(word) },
  ...{
    incomplete: fc.boolean(),
    paused: fc.boolean(),
    inRun: fc.boolean(),
    partial: fc.boolean(),
    state: maybe(state),
    reasoningSource: maybe(word),
  },
  ...{ inputTokens: maybe(amount), outputTokens: maybe(amount), reasoningTokens: maybe(amount) },
  ...{ cost: maybe(amount), reasoningCost: maybe(amount), hiddenCost: maybe(amount) },
});
const anyCall = fc.record({
  ...{ spanId: ids, ownerId: ids, index: amount, describedBy: word, type: word, callId: maybe(word), tool: word },
  ...{ start: time, duration: maybe(time), durationInferred: fc.boolean(), status: word },
  ...{ incomplete: fc.boolean(), state },
  ...{
    argumentsKey: maybe(amount),
    reasoningRef: maybe(word),
    reasoningTokens: maybe(amount),
    tokensSource: maybe(word),
  },
  ...{ reasoningCost: maybe(amount), thoughtCount: amount, thoughtCharacters: amount, hasPreamble: fc.boolean() },
  heldThought: maybe(amount),
  otherCharacters: amount,
});

/** Replaces ids, which are only compared, by numbers in order of appearance. */
function numbered(calls: { callId: unknown; reasoningRef: unknown; argumentsKey: unknown }[]) {
  const number = () => {
    const met = new Map<unknown, number>();
    return (id: unknown) => (id === null ? null : (met.get(id) ?? (met.set(id, met.size), met.size - 1)));
  };
  const [ofCalls, ofKeys] = [number(), number()];
  return calls.map((one) => {
    const [callId, reasoningRef] = [ofCalls(one.callId), ofCalls(one.reasoningRef)];
    return { ...one, callId, reasoningRef, argumentsKey: ofKeys(one.argumentsKey) };
  });
}

it('reports the size of a thought whose text is not kept, and nothing for others', () => {
  const held = (heldThought: string | null) => {
    const stored = { spans: [span], calls: [{ ...call, heldThought }] };
    return decodeSkeleton(encodeSkeleton(stored)).calls[0]?.heldThought;
  };
  expect(held('[1204 characters]')).toBe('length only · 1,204 characters'.length);
  expect(held(`[hashed: ${'0f'.repeat(16)}, 7 characters]`)).toBe('hashed · 0f0f0f0f · 7 characters'.length);
  expect(held('[I count 7 characters] of them')).toBeNull();
  expect(held(null)).toBeNull();
});

it('returns any rows, in any order, with any content', () => {
  const few = { maxLength: 60 };
  const rows = fc.record({
    spans: fc.uniqueArray(anySpan, { ...few, selector: ({ id }) => id }),
    calls: fc.array(anyCall, few),
  });
  fc.assert(
    fc.property(rows, ({ spans, calls }) => {
      expect(decodeSkeleton(encodeSkeleton({ spans, calls }))).toEqual({ spans, calls: numbered(calls) });
    }),
  );
});

it('gives each span a unique short name, and the whole id when it is needed', () => {
  const head = fc.constantFrom('00000000', 'abcdef01', 'ffffffff', '0badf00d');
  const id = fc.tuple(head, head).map((halves) => halves.join(''));
  const all = fc.uniqueArray(fc.oneof(id, fc.stringMatching(/^[\da-f]{16}$/)), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(all, fc.nat(30), fc.nat(30), (ids, wholeUntil, rows) => {
      const own = ids.slice(0, rows);
      const spans = {
        length: own.length,
        columns: columnsOf(own.map((id) => ({ ...span, id, parentId: ids.at(-1)! }))),
      };
      const calls = columnsOf(ids.map((id) => ({ ...call, spanId: id, ownerId: id })));
      const written = encodeColumns({ spans, calls: { length: ids.length, columns: calls } }, { wholeUntil });
      const decoded = decodeSkeleton(written);
      const names = decoded.calls.map(({ spanId }) => spanId);
      expect(decoded.spans.map((row) => row.id)).toEqual(names.slice(0, own.length));
      ids.forEach((id, at) => {
        expect(names.filter((name) => namesOf(id).includes(name))).toEqual([names[at]]);
        if (at < wholeUntil || at >= own.length) expect(names[at]).toBe(id);
      });
    }),
  );
});

function columnsOf(rows: readonly object[]): Record<string, unknown[]> {
  const columns: Record<string, unknown[]> = {};
  for (const row of rows) for (const [key, value] of Object.entries(row)) (columns[key] ??= []).push(value);
  return columns;
}

it('keeps the parents of spans that begin at the same time, before and after one another', () => {
  const tree = fc.array(fc.tuple(fc.nat(40), fc.boolean()), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(tree, (parents) => {
      const id = (place: number) => place.toString(16).padStart(16, '0');
      const spans = parents.map(([parent, isRoot], at) => ({
        ...span,
        id: id(at),
        parentId: isRoot ? null : id(parent),
      }));
      expect(decodeSkeleton(encodeSkeleton({ spans, calls: [] })).spans).toEqual(spans);
    }),
  );
});

it('has a number of its own for each set of columns: a browser reads again what an older release sent', () => {
  const { spans, calls } = JSON.parse(encodeSkeleton({ spans: [span], calls: [call] })) as Record<
    'spans' | 'calls',
    { table: { words: object; numbers: object } }
  >;
  const columnsOf = ({ table }: typeof spans) => [table.words, table.numbers].flatMap(Object.keys).join(' ');
  expect({ format: SKELETON_FORMAT, spans: columnsOf(spans), calls: columnsOf(calls) }).toEqual({
    format: 10,
    spans:
      'kind name status statusMessage agent model incomplete paused state reasoningSource inRun partial parent duration inputTokens ' +
      'reasoningTokens answerTokens cost reasoningCost hiddenCost',
    calls:
      'describedBy type tool durationInferred status incomplete state tokensSource hasPreamble owner index callId reasoningRef argumentsKey ' +
      'heldThought start duration reasoningTokens reasoningCost thoughtCount thoughtCharacters otherCharacters',
  });
});
