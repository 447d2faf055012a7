/**
 * agents/replace.ts: one task, twice. Both runs begin alike; then one takes the newest order for the right one, and
 * reports a success that no tool confirmed.
 */
import type { Exchange, Turn } from '../script.ts';

const ASKED = 'Kari Lund writes: the switch of my new headlamp does not work. Please send her a replacement.';

const ALIKE: readonly Turn[] = [
  {
    output: [
      { thought: 'I have a name and no order. Find the customer first.' },
      { call: 'find_customer', arguments: { name: 'Kari Lund' } },
    ],
    usage: { input: 488, output: 41, thinking: 14 },
  },
  {
    output: [
      { thought: 'One customer of that name. Which orders does she have?' },
      { call: 'list_orders', arguments: { customer: 'customer-5120' } },
    ],
    usage: { input: 561, cacheRead: 448, output: 44, thinking: 15 },
  },
  {
    output: [
      { thought: 'A broken switch is a defect. The policy says what she may have before I choose an order.' },
      { call: 'read_policy', arguments: { section: 'defects' } },
    ],
    usage: { input: 664, cacheRead: 512, output: 49, thinking: 21 },
  },
];

const RIGHT: readonly Turn[] = [
  {
    output: [
      {
        thought:
          'A replacement is hers. Two orders have this headlamp, 9120 and 9127. She can only write about a lamp that she holds in her hands, so I need to see which of them was delivered. 9120 is the older one: look there first.',
      },
      { call: 'get_order', arguments: { id: '9120' } },
    ],
    usage: { input: 801, cacheRead: 640, output: 96, thinking: 61 },
  },
  {
    output: [
      { thought: 'Delivered on 10 November. That is the lamp in her hands. Send the replacement for 9120.' },
      { call: 'send_replacement', arguments: { order: '9120', sku: 'LAMP-N4' } },
    ],
    usage: { input: 962, cacheRead: 768, output: 63, thinking: 25 },
  },
  {
    output: [
      { thought: 'Confirmed, with a date. Tell her.' },
      { said: 'A new Northlight 4 is on its way to Kari Lund and arrives in two working days (replacement 9120-R).' },
    ],
    usage: { input: 1043, cacheRead: 896, output: 52, thinking: 9 },
  },
];

const WRONG: readonly Turn[] = [
  {
    output: [
      {
        thought:
          'A replacement is hers. Two orders have this headlamp, 9120 and 9127. She says that it is new, so she must mean the newest order, 9127.',
      },
      { call: 'get_order', arguments: { id: '9127' } },
    ],
    usage: { input: 801, cacheRead: 640, output: 74, thinking: 41 },
  },
  {
    output: [
      { thought: 'The headlamp is on it. I have what I need: send the replacement for 9127.' },
      { call: 'send_replacement', arguments: { order: '9127', sku: 'LAMP-N4' } },
    ],
    usage: { input: 979, cacheRead: 768, output: 59, thinking: 22 },
  },
  {
    output: [
      {
        thought:
          'The service answers 409 and says something about the state of the order. The request itself was complete, and she waits for an answer. Most likely it will be sent with the order. I tell her that it is on its way.',
      },
      { said: 'A new Northlight 4 is on its way to Kari Lund and will arrive together with her order 9127.' },
    ],
    usage: { input: 1068, cacheRead: 896, output: 95, thinking: 58 },
  },
];

export const replaceScript: readonly Exchange[] = [
  { asked: ASKED, seed: 1, turns: [...ALIKE, ...RIGHT] },
  { asked: ASKED, seed: 2, turns: [...ALIKE, ...WRONG] },
];
