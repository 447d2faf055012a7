/**
 * A support agent that gets one task twice (DeepSeek, thinking verbatim), for Compare: the first run is right, the
 * second one takes the wrong order and then reports a success that did not happen. The application checks what was
 * done instead of what was said, so the second trace is marked as failed.
 */
import OpenAI from 'openai';
import { observe, tool, trace } from '@subtext/sdk';
import { openShop } from '../tools/shop.ts';
import type { Agent, Print } from './agent.ts';
import { chat } from './chat.ts';

const TASK = 'Kari Lund writes: the switch of my new headlamp does not work. Please send her a replacement.';
/** Two samples of one model. */
const SEEDS = [1, 2];

export const replace: Agent = async (print) => {
  const { DEEPSEEK_API_KEY: apiKey, DEEPSEEK_BASE_URL: baseURL = 'https://api.deepseek.com' } = process.env;
  const client = observe(new OpenAI({ apiKey, baseURL }), { environment: 'demo' });
  const answers: string[] = [];
  for (const seed of SEEDS) {
    const context = { user: 'support', tags: ['replacement'], metadata: { seed: String(seed) } };
    try {
      answers.push(await trace('Replace a headlamp', () => checked(client, seed, print), context));
    } catch (error) {
      answers.push(error instanceof Error ? error.message : String(error));
    }
    print(`answer: ${answers.at(-1)}`);
  }
  return answers;
};

/** @throws Error when no replacement was sent, whatever the model says. */
async function checked(client: OpenAI, seed: number, print: Print): Promise<string> {
  const sent: string[] = [];
  const text = await answer(client, { seed, sent, print });
  if (sent.length === 0) throw new Error(`The agent sent no replacement, and yet it answered: ${text}`);
  return text;
}

interface Run {
  seed: number;
  /** Replacements that were really sent. */
  sent: string[];
  print: Print;
}

function answer(client: OpenAI, { seed, sent, print }: Run): Promise<string> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    {
      role: 'system',
      content:
        'You help the customers of an outdoor shop. Look up what you do not know, then act, then answer briefly.',
    },
    { role: 'user', content: TASK },
  ];
  return chat(client, { model: 'deepseek-v4-pro', tools: TOOLS, messages, seed }, { tools: openTools(sent), print });
}

function openTools(sent: string[]) {
  const { findCustomer, listOrders, readPolicy, getOrder, sendReplacement } = openShop();
  return {
    find_customer: tool('find_customer', ({ name }: { name: string }) => findCustomer(name)),
    list_orders: tool('list_orders', ({ customer }: { customer: string }) => listOrders(customer)),
    read_policy: tool('read_policy', ({ section }: { section: string }) => readPolicy(section)),
    get_order: tool('get_order', ({ id }: { id: string }) => getOrder(id)),
    send_replacement: tool('send_replacement', ({ order, sku }: { order: string; sku: string }) => {
      const { replacement, ...rest } = sendReplacement(order, sku);
      sent.push(replacement);
      return { replacement, ...rest };
    }),
  };
}

const TOOLS = [
  defineTool('find_customer', 'Customers of exactly this name.', ['name']),
  defineTool('list_orders', 'The orders of a customer, oldest first.', ['customer']),
  defineTool('read_policy', 'A section of the policy: returns, defects, shipping, refunds, recalls.', ['section']),
  defineTool('get_order', 'An order with its state.', ['id']),
  defineTool('send_replacement', 'Sends an article of an order again, free of charge.', ['order', 'sku']),
];

function defineTool(name: string, description: string, required: string[]): OpenAI.ChatCompletionFunctionTool {
  const properties = Object.fromEntries(required.map((one) => [one, { type: 'string' }]));
  return { type: 'function', function: { name, description, parameters: { type: 'object', properties, required } } };
}
