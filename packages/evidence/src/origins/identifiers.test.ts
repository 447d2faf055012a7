import { describe, expect, it } from 'vitest';
import { isIdentifier, isOpaqueIdentifier, isText } from './identifiers.ts';

describe('an identifier', () => {
  it.each([
    '550e8400-e29b-41d4-a716-446655440000',
    '550e8400e29b41d4a716446655440000',
    '9f86d081884c7d65',
    'effaced0',
    '0xdeadbeef01',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'ord_8812',
    'pi_live_3fA8x2',
    'INV-2026-0042',
    'AB1234',
    '1234-5678',
    '48213',
    '+49 30 1234567',
    'ann@shop.example',
    'https://shop.example/orders',
    '/etc/hosts',
    './notes',
    'C:\\Users\\ann',
    'src/index.ts',
  ])('is %s', (value) => expect(isIdentifier(value)).toBe(true));

  it.each([
    'Berlin',
    '(1200 - 1100)',
    '1200 - 1100',
    'pending-review',
    'gpt-4',
    'covid-19',
    'summer-sale-2026',
    'and/or',
    '2026',
    '2026-11-27',
    '11/27/2026',
    '1,234.50',
    '1234.5',
    '5000ms',
    '1920x1080',
    'decade',
    'New York 10001 office',
    '',
    8812,
    true,
    null,
  ])('is not %s', (value) => expect(isIdentifier(value)).toBe(false));

  it.each([
    [8812, 'order_id'],
    [8812, 'orderId'],
    [8812, 'orderID'],
    ['A12', 'invoice-number'],
    ['AC12', 'booking_ref'],
  ])('is %s under the name %s', (value, name) => expect(isIdentifier(value, name)).toBe(true));

  it.each([
    [8812, 'amount'],
    [8812, 'page_number'],
    ['step1', 'key'],
    [8812.5, 'order_id'],
    [7, 'id'],
    ['twelve', 'id'],
    [8812, 'grid'],
    [8812, 'valid'],
  ])('is not %s under the name %s', (value, name) => expect(isIdentifier(value, name)).toBe(false));

  it('inside prose is only what can be nothing else', () => {
    expect(['ord_8812', 'ann@shop.example'].map(isOpaqueIdentifier)).toEqual([true, true]);
    expect(['48213', 'src/index.ts', '+49301234567'].map(isOpaqueIdentifier)).toEqual([false, false, false]);
  });
});

describe('text', () => {
  it('has six words, four without a digit, or two lines', () => {
    const texts = [
      'one 2 three four five six',
      'one two three four',
      'one\ntwo',
      'one two three',
      '12 Main Street, Berlin',
    ];
    expect([' one\n', 12].map(isText)).toEqual([false, false]);
    expect(texts.map(isText)).toEqual([true, true, true, false, false]);
  });
});
