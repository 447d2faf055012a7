/** agents/analyst.ts: thinking that is only sent encrypted. The texts are sent when a request asks for summaries. */
import type { Exchange } from '../script.ts';

export const analystScript: readonly Exchange[] = [
  {
    asked: 'Revenue was down on Tuesday 17 November. Was it demand, or did we break something?',
    turns: [
      {
        output: [
          { thought: '**Finding the data**\n\nI do not know the tables yet.' },
          { call: 'list_tables', arguments: {} },
        ],
        usage: { input: 734, output: 662, thinking: 640 },
      },
      {
        output: [
          {
            thought:
              '**Separating demand from failure**\n\nAttempts tell what people wanted, paid orders tell what we let them do. Compare both by day; the Tuesday before is the fair comparison.',
          },
          { call: 'query', arguments: { table: 'sales', group_by: ['day'] } },
        ],
        usage: { input: 911, output: 1844, thinking: 1792 },
      },
      {
        output: [
          {
            thought:
              '**Demand was up**\n\n2,301 attempts against 2,100 a week before, but 1,866 paid against 2,002. People came and could not pay. Break it down by country and method, for both days.',
          },
          {
            call: 'query',
            arguments: { table: 'sales', where: { day: '2026-11-17' }, group_by: ['country', 'method'] },
          },
          {
            call: 'query',
            arguments: { table: 'sales', where: { day: '2026-11-10' }, group_by: ['country', 'method'] },
          },
        ],
        usage: { input: 1202, cacheRead: 896, output: 3561, thinking: 3456 },
      },
      {
        output: [
          {
            thought:
              '**One cell**\n\nEverything is normal except Sweden by invoice: 139 of 498 paid, where 93 % is usual. Find the hour it began, and what was released that day.',
          },
          { call: 'query', arguments: { table: 'invoice_hours', where: { day: '2026-11-17' } } },
          { call: 'query', arguments: { table: 'releases', where: { day: '2026-11-17' } } },
        ],
        usage: { input: 2388, cacheRead: 1152, output: 2903, thinking: 2816 },
      },
      {
        output: [
          {
            thought:
              '**The release at 13:10**\n\nNothing was paid after 14:00. Checkout 4.12.0 put the personal number into one field; Swedish numbers are written with ten or twelve digits, Norwegian ones with eleven. ' +
              'What would Tuesday have been at the usual 93 %? 463 paid orders at 1,300 kroner.',
          },
          { call: 'calculate', arguments: { expression: '1653000 + (463 - 139) * 1300' } },
        ],
        usage: { input: 2967, cacheRead: 2304, output: 3412, thinking: 3328 },
      },
      {
        output: [
          {
            thought:
              '**Saying what is known**\n\nThe cause is certain to the hour, the mechanism is a guess. Keep them apart.',
          },
          {
            said:
              'We broke something. Demand was up: 2,301 attempts to pay, 10 % more than the Tuesday before.\n\n' +
              'Invoice payments in Sweden failed from about 13:10 on, and completely after 14:00 (0 of 314). Everything else was normal. Checkout 4.12.0 went out at 13:10 and changed exactly that form.\n\n' +
              'It cost about 421,000 kroner; without it Tuesday would have been the best of the three days, at 2,074,200. ' +
              'My guess, not yet shown: the new field takes eleven digits, and Swedish personal numbers have ten or twelve. Roll 4.12.0 back for Sweden today.',
          },
        ],
        usage: { input: 3054, cacheRead: 2944, output: 1466, thinking: 1280 },
      },
    ],
  },
];
