/** A small outdoor shop: its order book, its policy and the help text of its order service. */
import { readJson, readSections } from './data.ts';

interface Order {
  placed: string;
  status: string;
  lines: { sku: string; name: string; price: number }[];
  shipping: { price: number };
  refund?: { amount: number; reason: string };
}
interface Customer {
  id: string;
  name: string;
  orders: string[];
}
interface Refund {
  lines: string[];
  shipping: boolean;
  reason: string;
}

const REASONS = ['manufacturer_defect', 'wrong_item', 'late', 'goodwill'];
const HELP = new Map([
  [
    'refund',
    `Since version 3: changes = { refund: { lines: [sku, …], shipping: true|false, reason } }. The service works out the amount. ` +
      `reason is one of ${REASONS.join(', ')}. A refund is booked at once and cannot be taken back.`,
  ],
]);

/** A separate order book for each conversation, so that runs do not see one another's refunds. */
export function openShop() {
  const orders = new Map(Object.entries(readJson<Record<string, Order>>('orders.json')));
  const customers = readJson<Customer[]>('customers.json');
  const policy = readSections('policy.md');
  return {
    getOrder: (id: string) => find(orders, id, 'order'),
    readPolicy: (section: string) => find(policy, section, 'section'),
    help: (topic: string) => find(HELP, topic, 'help topic'),
    findCustomer: (name: string) =>
      customers.filter((customer) => customer.name === name).map(({ id }) => ({ id, name })),
    listOrders: (customer: string) =>
      (customers.find(({ id }) => id === customer)?.orders ?? []).map((id) => {
        const { placed, lines } = find(orders, id, 'order');
        return { id, placed, lines: lines.map(({ name }) => name) };
      }),
    sendReplacement: (id: string, sku: string) => replace(id, find(orders, id, 'order'), sku),
    updateOrder: (id: string, changes: Record<string, unknown>) => update(find(orders, id, 'order'), changes),
  };
}

function find<T>(entries: Map<string, T>, key: string, what: string): T {
  const entry = entries.get(key);
  if (entry === undefined) throw new Error(`There is no ${what} "${key}". Known: ${[...entries.keys()].join(', ')}.`);
  return entry;
}

function update(order: Order, changes: Record<string, unknown>): Order {
  const unknown = Object.keys(changes).find((key) => key !== 'refund');
  if (unknown !== undefined)
    throw new Error(`422 unknown field "${unknown}": removed in version 3 of the order service. See help("refund").`);
  const { lines, shipping, reason } = changes.refund as Refund;
  if (!REASONS.includes(reason)) throw new Error(`422 reason must be one of ${REASONS.join(', ')}.`);
  const returned = lines.map((sku) => find(new Map(order.lines.map((line) => [line.sku, line])), sku, 'line'));
  const goods = returned.reduce((sum, line) => sum + line.price, 0);
  order.refund = { amount: goods + (shipping ? order.shipping.price : 0), reason };
  order.status = 'refunded';
  return order;
}

function replace(id: string, order: Order, sku: string) {
  find(new Map(order.lines.map((line) => [line.sku, line])), sku, 'line');
  if (order.status !== 'delivered')
    throw new Error(`409 order "${id}" is ${order.status}: only what was delivered can be replaced. Nothing was sent.`);
  return { replacement: `${id}-R`, sku, arrives: 'in two working days' };
}
