/** agents/contract.ts: a contract with a way out. The thoughts are sent empty unless a request asks for them. */
import type { Exchange } from '../script.ts';

export const contractScript: readonly Exchange[] = [
  {
    asked:
      'Today is 20 November 2026. Can we leave the contract with Nordfrakt before the end of the year, and what would it cost us?',
    turns: [
      {
        output: [
          {
            thought:
              'I need to see what there is before choosing clauses; letters may matter as much as the contract itself.',
          },
          { call: 'list_clauses', arguments: {} },
        ],
        usage: { input: 1406, output: 334, thinking: 282 },
      },
      {
        output: [
          {
            thought:
              'Term, notice and fee belong together. Read all three; then prices and the letter, which may open another door.',
          },
          { said: 'I will read the clauses on term, notice and fees together.' },
          { call: 'read_clause', arguments: { title: '4 Term' } },
          { call: 'read_clause', arguments: { title: '7 Notice' } },
          { call: 'read_clause', arguments: { title: '9 Early termination' } },
        ],
        usage: { input: 1731, output: 846, thinking: 618 },
      },
      {
        output: [
          {
            thought:
              '60 days from today is after the new year, and costs a fee. So the ordinary way fails the question. The price clause and the letter are the only other way out.',
          },
          { call: 'read_clause', arguments: { title: '12 Prices' } },
          { call: 'read_clause', arguments: { title: 'Letter of 2 October 2026' } },
        ],
        usage: { input: 2244, output: 1372, thinking: 1226 },
      },
      {
        output: [
          {
            thought:
              '9.4 % is above 8 %. The window is 60 days from 2 October. Count it; and compute what the ordinary way would have cost, so they see the difference.',
          },
          { call: 'days_between', arguments: { from: '2026-10-02', to: '2026-11-20' } },
          { call: 'add_days', arguments: { date: '2026-10-02', days: 60 } },
          { call: 'add_days', arguments: { date: '2026-11-20', days: 30 } },
          { call: 'add_days', arguments: { date: '2026-11-20', days: 60 } },
          { call: 'calculate', arguments: { expression: '0.35 * 42000 * 2' } },
        ],
        usage: { input: 2610, output: 2188, thinking: 1904 },
      },
      {
        output: [
          { thought: 'Day 49 of 60. The deadline is 1 December. Give one instruction with a date.' },
          {
            said:
              'Yes, and it costs nothing if you write by 1 December 2026.\n\n' +
              'Clause 12: if prices rise by more than 8 %, you may end the agreement "with 30 days\' notice, free of any fee", within 60 days of the announcement. Nordfrakt announced 9.4 % on 2 October; today is day 49. ' +
              'Notice given today takes effect on 20 December.\n\n' +
              'The ordinary way (clauses 7 and 9) would end on 19 January 2027 and cost 29,400 kroner. So: send the letter this week, name clause 12 and the letter of 2 October, and ask for a confirmation.',
          },
        ],
        usage: { input: 3127, output: 1013, thinking: 742 },
      },
    ],
  },
];
