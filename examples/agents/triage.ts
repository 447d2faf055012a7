/**
 * The smallest agent: a model without thinking, on a Chat Completions host (Mistral), with the OpenAI client's own tool
 * runner. The host does not report thinking, and its model is too new to have a price here: both are shown as unknown,
 * not as zero.
 */
import OpenAI from 'openai';
import { observe, withContext } from '@subtext/sdk';
import { openMailbox } from '../tools/office.ts';
import { step } from './agent.ts';
import type { Agent, Print } from './agent.ts';

export const triage: Agent = async (print) => {
  const { MISTRAL_API_KEY: apiKey, MISTRAL_BASE_URL: baseURL = 'https://api.mistral.ai/v1' } = process.env;
  const client = observe(new OpenAI({ apiKey, baseURL }), { environment: 'demo' });
  // No trace() here: requests with the results of earlier calls are joined into one trace automatically.
  const text = await withContext({ user: 'mailroom', tags: ['nightly'] }, () => answer(client, print));
  print(`answer: ${text}`);
  return [text];
};

async function answer(client: OpenAI, print: Print): Promise<string> {
  const runner = client.chat.completions.runTools({
    model: 'mistral-large-4',
    messages: [
      {
        role: 'system',
        content: 'Sort mail to the teams safety, billing and sales. Anything that could hurt someone is urgent.',
      },
      { role: 'user', content: "Sort this morning's mail." },
    ],
    tools: openTools(print),
  });
  return (await runner.finalContent()) ?? '';
}

function openTools(print: Print) {
  const { listMail, assign } = openMailbox();
  const run = <Input>(name: string, act: (input: Input) => unknown) => ({
    name,
    function: (input: Input) => {
      print(step(name, input));
      return JSON.stringify(act(input));
    },
    parse: (text: string) => JSON.parse(text) as Input,
  });
  const mail = { id: { type: 'string' }, team: { type: 'string' }, urgent: { type: 'boolean' } };
  return [
    {
      type: 'function' as const,
      function: {
        ...run('list_mail', listMail),
        description: 'All new mail.',
        parameters: { type: 'object', properties: {} },
      },
    },
    {
      type: 'function' as const,
      function: {
        ...run('assign', assign),
        description: 'Gives a mail to a team.',
        parameters: { type: 'object', properties: mail },
      },
    },
  ];
}
