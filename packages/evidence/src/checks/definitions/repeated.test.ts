import { describe, expect, test } from 'vitest';
import { runOf } from '../testing/runs.ts';
import { repeated } from './repeated.ts';

const order = { tool: 'get_order', arguments: { id: 8812 }, result: '{"state":"shipped"}' };
const files = { tool: 'list_files', result: 'a.txt' };

describe('a repeated call', () => {
  test('has the same arguments in any order and spacing, and the same result', () => {
    const run = runOf(
      { calls: [{ ...order, arguments: '{"id": 8812, "full": true}' }] },
      { calls: [{ ...order, arguments: '{"full":true,"id":8812}' }], dollars: 0.02 },
    );
    expect(repeated.find(run)).toMatchObject([
      {
        step: 1,
        call: 0,
        confidence: 'certain',
        tokens: 1_300,
        dollars: 0.02,
        evidence: [{ step: 0, call: 0 }, {}, {}, {}],
      },
    ]);
  });

  test('is found each time', () => {
    const run = runOf({ calls: [order] }, { calls: [order] }, { calls: [order] });
    expect(repeated.find(run).map(({ step, evidence }) => [step, evidence[0]])).toEqual([
      [1, { kind: 'reference', step: 0, call: 0 }],
      [2, { kind: 'reference', step: 1, call: 0 }],
    ]);
  });

  test('is likely in a loop of two calls, from the second time on', () => {
    const run = runOf({ calls: [order] }, { calls: [files] }, { calls: [order] }, { calls: [files] });
    expect(repeated.find(run)).toMatchObject([{ step: 3, confidence: 'likely', evidence: [{ step: 1 }, {}, {}, {}] }]);
    const waiting = runOf(...[order, { tool: 'wait' }, order, { tool: 'wait' }].map((call) => ({ calls: [call] })));
    expect(repeated.find(waiting)).toEqual([]);
  });

  test('is likely when a result is not reported, the first one failed, or both are in one answer', () => {
    const unreported = { ...order, result: null };
    const failed = { ...order, status: 'error' as const };
    for (const run of [
      runOf({ calls: [order] }, { calls: [unreported] }),
      runOf({ calls: [failed] }, { calls: [failed] }),
      runOf({ calls: [order, order] }),
    ]) {
      expect(repeated.find(run)).toMatchObject([{ confidence: 'likely' }]);
    }
  });

  test('does not know the cost of a call that shares its step', () => {
    const run = runOf({ calls: [order] }, { calls: [order, files], dollars: 0.02 });
    expect(repeated.find(run)).toMatchObject([{ tokens: null, dollars: null }]);
  });
});

describe('a call is not repeated', () => {
  test('when its arguments differ, also in the last digit of a long number', () => {
    const long = (digits: string) => ({ ...order, arguments: `{"id":${digits}}` });
    expect(repeated.find(runOf({ calls: [order] }, { calls: [{ ...order, arguments: { id: '8812' } }] }))).toEqual([]);
    const run = runOf({ calls: [long('90071992547409931')] }, { calls: [long('90071992547409932')] });
    expect(repeated.find(run)).toEqual([]);
  });

  test('when another call returned something since', () => {
    expect(repeated.find(runOf({ calls: [order] }, { calls: [files] }, { calls: [order] }))).toEqual([]);
    expect(repeated.find(runOf({ calls: [order, files] }, { calls: [order] }))).toEqual([]);
  });

  test('when another call returned something, however many calls are beside this one', () => {
    const others = ['x', 'y', 'z'].map((query) => ({ tool: 'search', arguments: { query } }));
    expect(repeated.find(runOf({ calls: [order, files] }, { calls: [...others, order] }))).toEqual([]);
  });

  test('but a call beside it in the same answer brings nothing new in time', () => {
    expect(repeated.find(runOf({ calls: [order] }, { calls: [files, order] }))).toMatchObject([{ step: 1, call: 1 }]);
  });

  test('when the user wrote since, or may have', () => {
    expect(repeated.find(runOf({ calls: [order] }, { newUserMessage: true, calls: [order] }))).toEqual([]);
    const unreported = runOf({ calls: [order] }, { newUserMessage: null, calls: [order] });
    expect(repeated.find(unreported)).toEqual([]);
    expect(repeated.notChecked(unreported)).toMatchObject([{ step: 1, reason: 'user_messages_not_reported' }]);
  });

  test('when it returned something else: it waits for a state', () => {
    const run = runOf({ calls: [order] }, { calls: [{ ...order, result: '{"state":"delivered"}' }] });
    expect(repeated.find(run)).toEqual([]);
  });

  test('when its arguments are not reported', () => {
    const unreported = { ...order, arguments: null };
    const run = runOf({ calls: [unreported] }, { calls: [unreported] });
    expect(repeated.find(run)).toEqual([]);
    expect(repeated.notChecked(run).map(({ step, reason }) => [step, reason])).toEqual([
      [0, 'arguments_not_reported'],
      [1, 'arguments_not_reported'],
    ]);
  });
});
