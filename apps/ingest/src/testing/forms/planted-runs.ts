/** Runs with one planted fault each, and beside each a clean one that looks like it. */
import type { TraceCheckId } from '@subtext/evidence';
import type { AgentCall, AgentRun, AgentTool, Turn } from './agent-run.ts';
import type { Fact } from './forms.ts';

interface PlantedRun {
  finds: TraceCheckId;
  /** Without this the fault cannot be seen. */
  needs?: Fact;
  /** The turn with the fault. */
  turn: number;
  faulty: AgentRun;
  clean: AgentRun;
}

const tool = (name: string, description: string, properties: Record<string, unknown>): AgentTool => ({
  ...{ name, description, parameters: { type: 'object', properties } },
});

const TEXT = { type: 'string' };
const TOOLS: readonly AgentTool[] = [
  tool('get_order', 'Looks an order up.', { order_id: TEXT }),
  tool('refund_order', 'Refunds an order.', { order_id: TEXT, reason: { type: 'string', enum: ['damaged', 'late'] } }),
  tool('ship_parcel', 'Ships a parcel from warehouse wh_berlin_04.', { order_id: TEXT, warehouse: TEXT, path: TEXT }),
  tool('list_files', 'Lists files.', { folder: TEXT }),
];

const SYSTEM =
  'You are the agent of a shop. Refunds go to account acct_5510. Invoices are in the folder invoices. Never refund twice.';
const INPUT =
  'Please refund my order ord_8812, it is damaged. Phone: +49 170 1234567. ' +
  'The shop runs on commit a1b2c3d4e5f60718293a4b5c6d7e8f9001122334.';

const ORDER = JSON.stringify({
  order: { id: 'ord_8812', customer: { id: 'cus_77ab12', uuid: '6F9619FF-8B86-D011-B42D-00C04FC964FF' } },
  lines: [{ sku: 'SKU-4471', quantity: 12, price: '1,249.90', at: '2026-11-27T10:00:00Z' }],
  note: JSON.stringify({ label: { tracking: 'TRK90817263' } }),
});

const get: AgentCall = { name: 'get_order', arguments: { order_id: 'ord_8812' }, result: ORDER };
const refund: AgentCall = { name: 'refund_order', arguments: { order_id: 'ord_8812' }, result: 'refunded' };
const list: AgentCall = { name: 'list_files', arguments: { folder: 'invoices' }, result: '["a.pdf"]' };
/** The same identifiers in other spellings, and what only other tools and the instructions name. */
const RESPELLED = {
  ...{ uuid: '6f9619ff8b86d011b42d00c04fc964ff', filter: 'id:ord_8812', warehouse: 'wh_berlin_04' },
  ...{ phone: '+491701234567', token: btoa('customer cus_77ab12'), key: 'order/ord_8812', commit: 'a1b2c3d' },
  escaped: 'id%3Dord_8812',
};

const done: Turn = { text: 'It is done.' };

const run = (turns: readonly Turn[], more: Partial<AgentRun> = {}): AgentRun => ({
  ...{ system: SYSTEM, tools: TOOLS, input: INPUT, turns },
  ...more,
});

const refunds = (args: Record<string, unknown>): AgentRun =>
  run([{ calls: [get] }, { calls: [{ ...refund, arguments: args }] }, done]);

const ships = (args: Record<string, unknown>): AgentRun =>
  run([{ calls: [get] }, { calls: [{ name: 'ship_parcel', arguments: args, result: 'shipped' }] }, done]);

const CIRCLE =
  'The customer wants a refund for the damaged parcel, so the state of the order has to be looked at before ' +
  'anything is paid back, because a refund cannot be taken back afterwards.';

const thinks = (thought: string, call: AgentCall): AgentRun =>
  run([{ calls: [get] }, { thought, calls: [call], thinkingTokens: 60 }, done]);

export const PLANTED_RUNS: Readonly<Record<string, PlantedRun>> = {
  'an identifier from nowhere': {
    ...{ finds: 'invented-identifier', turn: 1 },
    faulty: refunds({ order_id: 'ord_9931' }),
    clean: refunds({ order_id: 'ORD_8812', customer: 'cus_77ab12', account: 'acct_5510' }),
  },
  'an identifier that differs in one digit': {
    ...{ finds: 'invented-identifier', turn: 1 },
    faulty: refunds({ uuid: '6f9619ff-8b86-d011-b42d-00c04fc964fe' }),
    clean: refunds({ uuid: '6f9619ff-8b86-d011-b42d-00c04fc964ff' }),
  },
  'an identifier in another spelling': {
    ...{ finds: 'invented-identifier', turn: 1 },
    faulty: refunds({ ...RESPELLED, phone: '+491701234568' }),
    clean: refunds(RESPELLED),
  },
  'an identifier in a path': {
    ...{ finds: 'invented-identifier', turn: 1 },
    faulty: ships({ path: '/orders/ord_8812/parcels/pcl_70912' }),
    clean: ships({ path: '/orders/ord_8812/trackings/TRK90817263', warehouse: 'wh_berlin_04' }),
  },
  'a value from nowhere': {
    ...{ finds: 'unsourced', needs: 'instructions', turn: 1 },
    faulty: refunds({ order_id: 'ord_8812', amount: 7731.25 }),
    clean: refunds({ order_id: 'ord_8812', amount: 1249.9, quantity: '12', date: '27 November 2026', reason: 'late' }),
  },
  'another tool than thought': {
    ...{ finds: 'other-tool', needs: 'thoughts', turn: 1 },
    faulty: thinks("I'll call get_order once more for order ord_8812.", list),
    clean: thinks("I'll call refund_order for order ord_8812.", refund),
  },
  'another value than thought': {
    ...{ finds: 'other-value', needs: 'thoughts', turn: 1 },
    faulty: run(
      [
        { calls: [get] },
        {
          thought: 'Order ord_8812 is damaged, so I refund order ord_8812.',
          calls: [{ ...refund, arguments: { order_id: 'ord_8813' } }],
        },
        done,
      ],
      { input: 'My order ord_8812 is damaged, and ord_8813 is fine.' },
    ),
    clean: thinks('Order ord_8812 is damaged, so I refund order ord_8812.', refund),
  },
  'against the thought': {
    ...{ finds: 'against-thought', needs: 'thoughts', turn: 1 },
    faulty: thinks('The order was paid back already. I must not call refund_order.', refund),
    clean: thinks('The order was not paid back yet. I can call refund_order.', refund),
  },
  'the same call again': {
    ...{ finds: 'repeated', turn: 2 },
    faulty: run([{ calls: [get] }, { calls: [list] }, { calls: [list] }, done]),
    clean: run([{ calls: [get] }, { calls: [list] }, { calls: [refund] }, { calls: [list] }, done]),
  },
  'the same two calls in turn': {
    ...{ finds: 'repeated', turn: 3 },
    faulty: run([{ calls: [get] }, { calls: [list] }, { calls: [get] }, { calls: [list] }, done]),
    clean: run([
      ...[{ calls: [get] }, { calls: [list] }, { calls: [get] }],
      { calls: [{ ...list, result: '["a.pdf","b.pdf"]' }] },
      done,
    ]),
  },
  'the same thought again': {
    ...{ finds: 'circling', needs: 'thoughts', turn: 2 },
    faulty: run([
      { thought: CIRCLE, calls: [get] },
      { thought: CIRCLE, calls: [list] },
      { thought: CIRCLE, calls: [refund] },
      done,
    ]),
    clean: run([
      { thought: CIRCLE, calls: [get] },
      {
        thought: `Item 2 of 5. The files of the customer may have an invoice, so I look there before I pay anything back.`,
        calls: [list],
      },
      done,
    ]),
  },
  'thinking that was cut': {
    ...{ finds: 'ended-in-nothing', needs: 'finish', turn: 1 },
    faulty: run([{ calls: [get] }, { thought: CIRCLE, thinkingTokens: 4_000, isCut: true }]),
    clean: run([{ calls: [get] }, { thought: CIRCLE, thinkingTokens: 40, text: 'It is done.' }]),
  },
  'effort that was ignored': {
    ...{ finds: 'effort-ignored', needs: 'effort', turn: 0 },
    faulty: run(
      [
        { thinkingTokens: 400, calls: [get] },
        { ...done, thinkingTokens: 0 },
      ],
      { effort: 'none' },
    ),
    clean: run(
      [
        { thinkingTokens: 400, calls: [get] },
        { ...done, thinkingTokens: 50 },
      ],
      { effort: 'high' },
    ),
  },
};
