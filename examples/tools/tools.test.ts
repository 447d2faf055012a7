import { describe, expect, it } from 'vitest';
import { calculate } from './calculate.ts';
import { openContract } from './office.ts';
import { openPullRequest } from './repository.ts';
import { openShop } from './shop.ts';
import { openTravelDesk } from './travel.ts';
import { openWarehouse } from './warehouse.ts';

describe('the calculator', () => {
  it.each([
    ['2 * (589 + 549) + 2 * 1290', 4856],
    ['10 - 4 - 3', 3],
    ['-(2 + 3) * 4 / 2', -10],
    ['0.35 * 42000 * 2', 29400],
  ])('computes %s', (expression, value) => expect(calculate(expression)).toBe(value));

  it.each(['', '2 +', '(1', '1 2', 'process.exit()', '2 ** 3'])('refuses %j', (expression) =>
    expect(() => calculate(expression)).toThrow(),
  );
});

describe('the shop', () => {
  it('refunds what was requested and nothing else', () => {
    const order = openShop().updateOrder('8812', {
      refund: { lines: ['TENT-RT2-B'], shipping: true, reason: 'manufacturer_defect' },
    });
    expect(order).toMatchObject({ status: 'refunded', refund: { amount: 4339 } });
  });

  it('refuses fields it does not know and names the help', () => {
    expect(() => openShop().updateOrder('8812', { status: 'refunded' })).toThrow(/unknown field "status".*help/);
  });

  it('replaces what was delivered, and nothing else', () => {
    const { findCustomer, listOrders, sendReplacement } = openShop();
    expect(findCustomer('Kari Lund')).toEqual([{ id: 'customer-5120', name: 'Kari Lund' }]);
    expect(listOrders('customer-5120').map(({ id }) => id)).toEqual(['9120', '9127']);
    expect(sendReplacement('9120', 'LAMP-N4')).toMatchObject({ replacement: '9120-R' });
    expect(() => sendReplacement('9127', 'LAMP-N4')).toThrow(/409.*packed.*Nothing was sent/);
  });

  it('gives each conversation an order book of its own', () => {
    openShop().updateOrder('8812', { refund: { lines: [], shipping: true, reason: 'late' } });
    expect(openShop().getOrder('8812').status).toBe('delivered');
  });
});

it('the travel desk does not report a full hotel before a room is held', () => {
  const desk = openTravelDesk();
  expect(desk.findHotels({ city: 'Bergen' })).toHaveLength(3);
  expect(() => desk.holdRoom({ hotel: 'Marken House', nights: 2 })).toThrow(/no room left/);
  expect(desk.holdRoom({ hotel: 'Fjellveien Rooms', nights: 2 }).total).toBe(3280);
});

describe('the warehouse', () => {
  it('sums by the requested columns', () => {
    const days = openWarehouse().query({ table: 'sales', group_by: ['day'] });
    expect(days).toContainEqual({ day: '2026-11-17', attempts: 2301, paid: 1866, revenue: 1653000 });
  });

  it('names the columns when one is wrong', () => {
    expect(() => openWarehouse().query({ table: 'sales', group_by: ['city'] })).toThrow(/no column "city"/);
  });
});

it('the pull request knows how long a retry takes at worst', () => {
  const { retryTime, searchCode } = openPullRequest();
  expect(retryTime({ attempts: 4, base_ms: 200, factor: 3, timeout_ms: 3000 }).worst_case_ms).toBe(14600);
  expect(searchCode({ text: 'Idempotency' })).toHaveLength(1);
});

it('the contract desk counts days across months', () => {
  const desk = openContract();
  expect(desk.daysBetween('2026-10-02', '2026-11-20')).toBe(49);
  expect(desk.addDays('2026-11-20', 60)).toBe('2027-01-19');
});
