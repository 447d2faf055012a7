import { describe, expect, it } from 'vitest';
import type { LiveCall, LiveTraceNews } from '../../lib/live/live-event.ts';
import { call, span } from '../../lib/steps/testing-rows.ts';
import { tailRows } from './tail-rows.ts';
import { MAX_STEPS, TailBuilder, type Tail } from './tail.ts';

/** The server's clock; the browser's clock is the same here. */
const NOW = { at: 1_000_000, quietMs: 0 };
const nothingPaid = { cost: null, reasoningCost: null, hiddenCost: null };
const texts = { thought: 'hm…', preamble: null, arguments: '{}' };

const liveCall = (spanId: string, fields: Partial<LiveCall> = {}): LiveCall => ({
  ...call(spanId, 0),
  ...{ callId: null, reasoningRef: null, state: 'readable', thoughtCount: 1, thoughtCharacters: 5, ...texts },
  ...fields,
});

/** A response that requests one call, or the execution of such a call. */
function response(id: string, start = 0, fields: Partial<LiveCall> = {}) {
  const row = liveCall(id, { callId: `call of ${id}`, start, ...fields });
  return { span: span(id, { start, ...nothingPaid }), call: row };
}
function run(id: string, of: string, start = 5) {
  const row = liveCall(id, {
    ...{ describedBy: 'execution', callId: `call of ${of}`, status: 'ok', thoughtCount: 0 },
    ...{ start, duration: 3 },
  });
  return { span: span(id, { kind: 'tool', start, ...nothingPaid }), call: row };
}
function news(
  trace: string,
  parts: ReturnType<typeof response>[],
  fresh = parts.map(({ span }) => span.id),
): LiveTraceNews {
  return {
    id: trace,
    title: `title of ${trace}`,
    ...NOW,
    fresh,
    spans: parts.map((one) => one.span),
    calls: parts.map((one) => one.call),
  };
}
const keys = ({ steps }: Tail) => steps.map((step) => step.key);

describe('the tail of a project', () => {
  it('takes steps in the order of their arrival, across traces', () => {
    const tail = new TailBuilder();
    tail.add([news('b', [response('1', 50)])], 0);
    tail.add([news('a', [response('2', 0)]), news('b', [response('3', 90)])], 1);
    expect(keys(tail.add([news('a', [response('4', 1)])], 2))).toEqual(['b/1:0', 'a/2:0', 'b/3:0', 'a/4:0']);
  });

  it('puts the end of a call into the step that asked, wherever that is', () => {
    const tail = new TailBuilder();
    tail.add([news('a', [response('1')])], 0);
    tail.add([news('b', [response('2')])], 1);
    const { steps, arrived } = tail.add([news('a', [response('1'), run('9', '1')], ['9'])], 2);
    expect(steps.map(({ step }) => step.calls[0]?.status)).toEqual(['ok', 'unset']);
    expect(arrived).toBe(2);
  });

  it('shows a run that came first, and its response in its place when that comes', () => {
    const tail = new TailBuilder();
    expect(tail.add([news('a', [run('9', '1')])], 0).steps.map(({ step }) => step.kind)).toEqual(['run']);
    expect(keys(tail.add([news('a', [response('1'), run('9', '1')], ['1'])], 1))).toEqual(['a/1:0']);
  });

  it('shows a response that had not answered in its place when it has', () => {
    const tail = new TailBuilder();
    const waiting = span('1', { duration: null, ...nothingPaid });
    const told = { id: 'a', title: null, ...NOW, fresh: ['1'], spans: [waiting], calls: [] };
    expect(tail.add([told], 0).steps.map(({ step }) => step.kind)).toEqual(['response']);
    expect(keys(tail.add([news('a', [response('1')])], 1))).toEqual(['a/1:0']);
  });

  it('shows a streaming answer at its position, with the time since its start, until no more snapshots arrive', () => {
    const tail = new TailBuilder();
    const partial = span('1', { start: 990_000, duration: null, partial: true, ...nothingPaid });
    const silent = { id: 'a', title: null, ...NOW, fresh: ['1'], spans: [partial], calls: [] };
    const growing = (thought: string) => ({ ...silent, calls: [liveCall('1', { type: 'answer', thought })] });
    const clock = 1_005_000;
    tail.add([silent], 0, clock);
    expect(keys(tail.add([news('b', [response('2')])], 1, clock))).toEqual(['a/1', 'b/2:0']);
    tail.add([growing('First')], 2, clock);
    const { steps, arrived } = tail.add([growing('First I')], 3, clock + 1000);
    expect(steps.map(({ key, thought }) => [key, thought])).toEqual([
      ['a/1:0', 'First I'],
      ['b/2:0', 'hm…'],
    ]);
    expect(arrived).toBe(2);
    expect(steps.map((step) => step.growing)).toEqual([{ began: 996_000, until: 1_066_000 }, null]);
    const late = { ...growing('First I'), quietMs: 60_000 };
    expect(tail.add([late], 4, clock).steps[0]?.growing).toBeNull();
    expect(tail.add([news('a', [response('1')])], 5, clock).steps[0]).toMatchObject({ key: 'a/1:0', growing: null });
  });

  it('takes only the last step of an answer for one that grows', () => {
    const tail = new TailBuilder();
    const partial = span('1', { duration: null, partial: true, ...nothingPaid });
    const calls = [liveCall('1'), liveCall('1', { index: 1, type: 'trailing' })];
    const { steps } = tail.add([{ id: 'a', title: null, ...NOW, fresh: ['1'], spans: [partial], calls }], 0, 0);
    expect(steps.map(({ key, growing }) => [key, growing !== null])).toEqual([
      ['a/1:0', false],
      ['a/1:1', true],
    ]);
  });

  it('removes calls that a response no longer reports', () => {
    const tail = new TailBuilder();
    tail.add([news('a', [response('1'), { ...response('1'), call: { ...liveCall('1'), index: 1 } }])], 0);
    expect(keys(tail.add([news('a', [response('1')])], 1))).toEqual(['a/1:0']);
  });

  it('does not show steps that are only sent along with new ones', () => {
    const tail = new TailBuilder();
    const shares = response('2', 20, { thoughtCount: 0, state: 'shared', reasoningRef: 'call of 1' });
    const { steps } = tail.add([news('a', [response('1'), shares], ['2'])], 0);
    expect(steps.map(({ key, sharesWith }) => [key, sharesWith])).toEqual([['a/2:0', 'get_order']]);
  });

  it('says nothing twice, also when the same news come again', () => {
    const tail = new TailBuilder();
    tail.add([news('a', [response('1')])], 0);
    expect(tail.add([news('a', [response('1')])], 1)).toMatchObject({ arrived: 1, steps: { length: 1 } });
  });

  it('keeps call ids of different events apart by their words, not their numbers', () => {
    const tail = new TailBuilder();
    tail.add([news('a', [response('1')])], 0);
    const { steps } = tail.add([news('a', [response('2'), run('9', '2')])], 1);
    expect(steps.map(({ step }) => step.calls[0]?.status)).toEqual(['unset', 'ok']);
  });

  it('drops the oldest steps above the limit and says how many', () => {
    const tail = new TailBuilder();
    for (let batch = 0; batch <= MAX_STEPS / 100; batch++) {
      const parts = Array.from({ length: 100 }, (_, index) => response(`${batch * 100 + index}`));
      tail.add([news(`t${batch}`, parts)]);
    }
    const last = tail.add([], 0);
    expect([last.steps.length, last.dropped, last.steps[0]?.key]).toEqual([MAX_STEPS, 100, 't1/100:0']);
  });
});

describe('rows of the tail', () => {
  const burst = (count: number, at: number, from: number) => {
    const parts = Array.from({ length: count }, (_, index) => response(`${from + index}`));
    return { at, of: [news('a', parts.slice(1)), news('b', parts.slice(0, 1))] };
  };

  it('stand one by one while they can be read', () => {
    const tail = new TailBuilder();
    const { of, at } = burst(20, 0, 0);
    const rows = tailRows(tail.add(of, at).steps, new Set());
    expect(new Set(rows.map((row) => row.kind))).toEqual(new Set(['step']));
  });

  it('are one a trace in a burst, until it is opened, and the next burst begins anew', () => {
    const tail = new TailBuilder();
    for (const { of, at } of [burst(21, 0, 0), burst(21, 500, 100)]) tail.add(of, at);
    const second = burst(21, 5000, 200);
    const { steps } = tail.add(second.of, second.at);
    const rows = tailRows(steps, new Set(['1/b']));
    expect(rows.map((row) => (row.kind === 'group' ? row.steps.length : row.key))).toEqual([
      40,
      2,
      'b/0:0',
      'b/100:0',
      20,
      'b/200:0',
    ]);
  });
});
