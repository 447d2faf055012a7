import { describe, expect, test } from 'vitest';
import { runOf, thinks, valueOf } from '../testing/runs.ts';
import { otherValue } from './other-value.ts';

const found = (thought: string, args: unknown, tool = 'get_order') =>
  otherValue.find(thinks(thought, { tool, arguments: args }));

describe('a thought that names another identifier', () => {
  test.each([
    ['The customer asks about order 8812.', { order_id: '8813' }],
    ['The customer asks about order #8812, so I look it up.', { id: 8813 }],
    ['I need the details of order number 8812.', { orderId: '#8813' }],
    ['Call it with order_id=8812.', { order_id: 8813 }],
    ['The arguments are {"order_id": "8812"}.', { order_id: '8813' }],
    ['The invoice is in ord_8812.', { query: { reference: 'ord_8821' } }],
    ['Open ticket ORD-8812 first.', { tickets: ['ORD-8813'] }],
    ['Write to anna@example.com about it.', { to: 'anne@example.com' }],
    ['The session is 3f2b8c1e-0d4a-4b6e-9c3d-1a2b3c4d5e6f.', { session: '3f2b8c1e-0d4a-4b6e-9c3d-1a2b3c4d5e60' }],
    ['I proceed with the cancellation of reservation ID FDZ0T5.', { reservation_id: 'FDZ0TS' }],
    ['Cancel booking AB12CD for them.', { booking: 'AB12CE' }],
    ['The account id is 10000000000000000001.', '{"account_id": 10000000000000000002}'],
  ])('is found: %s', (thought, args) => {
    expect(found(thought, args)).toMatchObject([{ check: 'other-value', step: 0, call: 0, confidence: 'likely' }]);
  });

  test('names the sentence, both values and the path of the argument', () => {
    const [finding] = found('Thanks. The customer asks about order 8812.', { filter: { order_id: '8813' } });
    expect(finding?.evidence[0]).toEqual({
      ...{ kind: 'quote', step: 0, thought: 0 },
      ...{ from: 8, to: 43, text: 'The customer asks about order 8812.' },
    });
    expect(finding && valueOf(finding, 'named value')).toBe('8812');
    expect(finding && valueOf(finding, 'argument filter.order_id')).toBe('8813');
  });
});

describe('a thought is no false alarm', () => {
  test.each([
    ['the value is in the thought', 'Order 8812 belongs with order 8813.', { order_id: '8813' }],
    ['the value is of another kind', 'The customer asks about order 8812.', { customer_id: '4711' }],
    ['the value is an item of it', 'The customer asks about order 8812.', { order_item_id: '4711' }],
    ['several are named', 'I compare order 8812 and order 8814.', { order_id: '8813' }],
    ['the sentence is about what was done', 'I already looked at order 8812.', { order_id: '8813' }],
    ['the sentence reports a result', 'Reservation NQNU5R has been canceled.', { reservation_id: 'M20IZO' }],
    ['the sentence excludes it', 'It is not order 8812.', { order_id: '8813' }],
    ['the sentence is about a failure', 'There is a persistent issue with the flight HAT030.', { flight: 'HAT052' }],
    ['it is a quantity', 'The amount 4500 has to be paid back.', { amount: 4400 }],
    ['it is a date', 'The flight is on 2024-05-13.', { date: '2024-05-14' }],
    ['it is a standard', 'The file is UTF-8 and ISO-8859.', { encoding: 'ISO-8601' }],
    ['it is text', 'The customer asks about order 8812.', { query: 'order 8813 was late' }],
  ])('when %s', (_why, thought, args) => {
    expect(found(thought, args)).toEqual([]);
  });

  test('when another call after the thought uses the value', () => {
    const calls = ['8812', '8813'].map((id) => ({ tool: 'get_order', arguments: { id } }));
    expect(otherValue.find(thinks('Order 8812 has a successor, which I load as well.', ...calls))).toEqual([]);
  });
});

test('arguments that are not held are not checked', () => {
  const run = runOf({
    thought: 'The customer asks about order 8812.',
    calls: [{ tool: 'get_order', arguments: null }],
  });
  expect(otherValue.find(run)).toEqual([]);
  expect(otherValue.notChecked(run)).toEqual([
    { check: 'other-value', step: 0, call: 0, reason: 'arguments_not_reported' },
  ]);
});
