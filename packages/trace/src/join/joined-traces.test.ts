import { describe, expect, test } from 'vitest';
import { BLANK_FACTS, BLANK_SPAN } from '../rows/blank-records.ts';
import { distinctiveId, tracesToJoin, type Sighting } from './joined-traces.ts';

const RESPONSE = 'msg_01qGGrPJlg3xw1MeAjM7hruZ';

function sighting(traceId: string, isOfSdk: boolean, more: Partial<Sighting> = {}): Sighting {
  return { id: RESPONSE, traceId, isOfSdk, startedAt: 1_000_000, endedAt: 2_000_000, ...more };
}

describe('two traces are one run', () => {
  test('when the SDK and another sender report one response at the same time', () => {
    const found = tracesToJoin([sighting('framework', false, { endedAt: 2_100_000 }), sighting('sdk', true)]);
    expect(found).toEqual([{ ofSdk: 'sdk', ofOther: 'framework' }]);
  });

  test('once, however many responses they share', () => {
    const second = { id: 'msg_01JWWE8rJ8YFHsPPWULUEgaz' };
    const both = [sighting('framework', false), sighting('sdk', true)];
    const again = [sighting('framework', false, second), sighting('sdk', true, second)];
    expect(tracesToJoin([...both, ...again])).toHaveLength(1);
  });

  test('also while the response still runs', () => {
    expect(tracesToJoin([sighting('framework', false, { endedAt: Infinity }), sighting('sdk', true)])).toHaveLength(1);
  });
});

describe('two traces stay two', () => {
  test.each([
    ['when both are of the SDK, as with a cached answer', [sighting('a', true), sighting('b', true)]],
    ['when both are of others', [sighting('a', false), sighting('b', false)]],
    [
      'when the calls are at other times',
      [sighting('a', true), sighting('b', false, { startedAt: 2_200_000, endedAt: 3e6 })],
    ],
    ['when the id is in two traces of the SDK', [sighting('a', true), sighting('b', true), sighting('c', false)]],
    ['when they are one already', [sighting('a', true), sighting('a', false)]],
  ])('%s', (_, sightings) => {
    expect(tracesToJoin(sightings)).toEqual([]);
  });
});

describe('an id proves that two spans are of one call', () => {
  const spanOf = (span: object, attachedTo?: string) =>
    distinctiveId({
      projectId: 'p',
      traceId: 't',
      span: { ...BLANK_SPAN, ...span },
      trace: { ...BLANK_FACTS, endedAt: '2026-11-21T10:00:00.000000Z' },
      calls: [],
      body: '',
      price: null,
      ...(attachedTo !== undefined && { attachedTo }),
    } as Parameters<typeof distinctiveId>[0]);

  test.each([
    'chatcmpl-BqXyZ12abcDEF45',
    'resp_68af6ff7a5d881a2b1c8a4b1e5e8b2a30e9d4d0d4e0a4a2a',
    'msg_01qGGrPJlg3xw1MeAjM7hruZ',
    'gen-1732098123-AbCdEfGhIjKl',
    '7b0c9d6e-0b44-4d2c-9a53-0a4b9ad0f9c1',
    'cvpslqbu0wuwowckwlerjq6zs7lghnle',
  ])('of a response: %s', (responseId) => {
    expect(spanOf({ kind: 'generation', responseId })).toEqual({ source: 'response', id: responseId });
  });

  test.each(['chatcmpl-1', 'response', 'call_0', 'answer_of_the_conversation_1', '1'])(
    'unless all runs may have it: %s',
    (responseId) => {
      expect(spanOf({ kind: 'generation', responseId })).toBeNull();
    },
  );

  test('of a tool call, when more than the name and the number of the call is in it', () => {
    const callId = 'toolu_01Ddk8sMT81XcBgmf16eTf1A';
    expect(spanOf({ kind: 'tool', callId, toolName: 'get_order' })).toEqual({ source: 'call', id: callId });
    expect(
      spanOf({ kind: 'tool', callId: 'functions.get_the_order_of_a_user:0', toolName: 'get_the_order_of_a_user' }),
    ).toBeNull();
  });

  test('only in the span of the call itself', () => {
    expect(spanOf({ kind: 'generation', responseId: RESPONSE }, '00f067aa0ba902b7')).toBeNull();
    expect(spanOf({ kind: 'agent', responseId: RESPONSE })).toBeNull();
  });
});
