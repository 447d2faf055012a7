/**
 * A contract reader on the Anthropic client's own tool runner. Newer Claude models send their thinking empty, only
 * signed, by default: it is billed, and there is nothing to read. Add `display: 'summarized'` to `thinking` to see it.
 */
import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { observe, trace } from '@subtext/sdk';
import { z } from 'zod';
import { calculate } from '../tools/calculate.ts';
import { openContract } from '../tools/office.ts';
import { step } from './agent.ts';
import type { Agent, Print } from './agent.ts';

const QUESTION =
  'Today is 20 November 2026. Can we leave the contract with Nordfrakt before the end of the year, and what would it cost us?';

export const contract: Agent = async (print) => {
  const client = observe(new Anthropic(), { environment: 'demo' });
  const context = { user: 'legal', tags: ['contract'] };
  const text = await trace('Leave the Nordfrakt contract?', () => answer(client, print), context);
  print(`answer: ${text}`);
  return [text];
};

async function answer(client: Anthropic, print: Print): Promise<string> {
  const message = await client.beta.messages.toolRunner({
    model: 'claude-opus-4-7',
    max_tokens: 8_000,
    thinking: { type: 'adaptive' },
    system: 'You read contracts for people who do not. Quote the clause you rely on. Say what to do and by when.',
    tools: openTools(print),
    messages: [{ role: 'user', content: QUESTION }],
  });
  return message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
}

function openTools(print: Print) {
  const contract = openContract();
  const day = z.string().describe('YYYY-MM-DD');
  /** Prints each call as a step and answers with JSON. */
  const printed = <Input>(name: string, run: (input: Input) => unknown) => ({
    name,
    run: (input: Input) => {
      print(step(name, input));
      return JSON.stringify(run(input));
    },
  });
  return [
    betaZodTool({
      ...printed('list_clauses', () => contract.listClauses()),
      description: 'The titles of all clauses and letters.',
      inputSchema: z.object({}),
    }),
    betaZodTool({
      ...printed('read_clause', ({ title }: { title: string }) => contract.readClause(title)),
      description: 'One clause or letter.',
      inputSchema: z.object({ title: z.string() }),
    }),
    betaZodTool({
      ...printed('days_between', ({ from, to }: { from: string; to: string }) => contract.daysBetween(from, to)),
      description: 'Days from one date to another.',
      inputSchema: z.object({ from: day, to: day }),
    }),
    betaZodTool({
      ...printed('add_days', ({ date, days }: { date: string; days: number }) => contract.addDays(date, days)),
      description: 'The date so many days later.',
      inputSchema: z.object({ date: day, days: z.number() }),
    }),
    betaZodTool({
      ...printed('calculate', ({ expression }: { expression: string }) => calculate(expression)),
      description: 'Arithmetic: + - * / ( ).',
      inputSchema: z.object({ expression: z.string() }),
    }),
  ];
}
