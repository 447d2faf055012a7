/** agents/triage.ts: a model that does not think and does not report thinking. */
import type { Exchange } from '../script.ts';

export const triageScript: readonly Exchange[] = [
  {
    asked: "Sort this morning's mail.",
    turns: [
      { output: [{ call: 'list_mail', arguments: {} }], usage: { input: 231, output: 14 } },
      {
        output: [
          { call: 'assign', arguments: { id: 'm1', team: 'safety', urgent: true } },
          { call: 'assign', arguments: { id: 'm2', team: 'billing', urgent: false } },
          { call: 'assign', arguments: { id: 'm3', team: 'sales', urgent: false } },
        ],
        usage: { input: 402, output: 88 },
      },
      {
        output: [
          {
            said: 'Three letters sorted. Urgent: Per reports a stove that smells of gas while off; safety has it. Billing has the ski club invoice, sales the question about insoles.',
          },
        ],
        usage: { input: 553, output: 49 },
      },
    ],
  },
];
