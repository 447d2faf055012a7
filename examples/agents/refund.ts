/**
 * A support agent on Anthropic Messages: thinking between its tool calls, parallel calls, a web search that the
 * provider runs, a tool that fails once, and three questions of one customer in one session. Thoughts come as the
 * provider's summaries.
 */
import Anthropic from '@anthropic-ai/sdk';
import { observe, tool, trace } from '@subtext/sdk';
import { openShop } from '../tools/shop.ts';
import { runTool, step } from './agent.ts';
import type { Agent, Print, Tools } from './agent.ts';

const QUESTIONS = [
  ['Find order 8812', 'Where is my parcel? I ordered a tent, order 8812.'],
  [
    'Refund order 8812',
    'The neighbour had it, thanks. But a tent pole snapped on the first night, and the replacement you sent does not fit. ' +
      'I want my money back, and the express shipping too.',
  ],
  ['Recall question', 'That was quick, thank you. A friend has the same tent, serial RT2-25-1180. Should she worry?'],
] as const;

const SYSTEM =
  'You are the support agent of Fjellheim Outdoor, a shop for tents and boots. Today is 20 November 2026. Look before you promise: ' +
  'read the order and the policy, and check with the order service that what you changed is really there. Amounts are kroner. ' +
  'Answer in at most five sentences, as to a person who is cold and tired.';

const TOOLS: Anthropic.ToolUnion[] = [
  { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
  defineTool('get_order', 'One order with its lines, shipping and related orders.', ['order_id']),
  defineTool('read_policy', 'A section of our policy: returns, defects, shipping, refunds, recalls.', ['section']),
  defineTool('help', 'How to use the order service: refund.', ['topic']),
  {
    name: 'update_order',
    description: 'Changes an order.',
    input_schema: {
      type: 'object',
      properties: { order_id: { type: 'string' }, changes: { type: 'object', description: 'Fields to change.' } },
      required: ['order_id', 'changes'],
    },
  },
];

export const refund: Agent = async (print) => {
  const client = observe(new Anthropic(), { environment: 'demo', release: '2.3.0' });
  const tools = openTools();
  const messages: Anthropic.MessageParam[] = [];
  const context = {
    session: `support-${crypto.randomUUID().slice(0, 8)}`,
    user: 'customer-4471',
    tags: ['support', 'chat'],
  };
  const answers: string[] = [];
  for (const [name, question] of QUESTIONS) {
    messages.push({ role: 'user', content: question });
    const turn = await trace(name, () => answer({ client, tools, messages, print }), context);
    answers.push(turn);
    print(`answer: ${turn}`);
  }
  return answers;
};

interface Conversation {
  client: Anthropic;
  tools: Tools;
  messages: Anthropic.MessageParam[];
  print: Print;
}

async function answer({ client, tools, messages, print }: Conversation): Promise<string> {
  for (;;) {
    const stream = client.messages.stream({
      model: 'claude-sonnet-4-6',
      max_tokens: 8_000,
      thinking: { type: 'adaptive' },
      system: [{ type: 'text', text: SYSTEM, cache_control: { type: 'ephemeral' } }],
      tools: TOOLS,
      messages,
    });
    const message = await stream.finalMessage();
    // Thinking is sent back unchanged and in place: the provider requires that within a loop of tools.
    messages.push({ role: 'assistant', content: message.content });
    if (message.stop_reason === 'pause_turn') continue;
    if (message.stop_reason !== 'tool_use') return messageText(message);
    const calls = message.content.filter((block) => block.type === 'tool_use');
    messages.push({ role: 'user', content: await Promise.all(calls.map((call) => result(tools, call, print))) });
  }
}

async function result(
  tools: Tools,
  call: Anthropic.ToolUseBlock,
  print: Print,
): Promise<Anthropic.ToolResultBlockParam> {
  const outcome = await runTool(tools, call.name, call.input);
  print(step(call.name, call.input, outcome));
  return { type: 'tool_result', tool_use_id: call.id, content: outcome.text, is_error: outcome.failed };
}

/** `tool()` makes the duration of a tool's span exact; without it the span ends when its result is sent. */
function openTools(): Tools {
  const shop = openShop();
  return {
    get_order: tool('get_order', (input: { order_id: string }) => shop.getOrder(input.order_id)),
    read_policy: tool('read_policy', (input: { section: string }) => shop.readPolicy(input.section)),
    help: tool('help', (input: { topic: string }) => shop.help(input.topic)),
    update_order: tool('update_order', (input: { order_id: string; changes: Record<string, unknown> }) =>
      shop.updateOrder(input.order_id, input.changes),
    ),
  };
}

function defineTool(name: string, description: string, fields: string[]): Anthropic.Tool {
  const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]));
  return { name, description, input_schema: { type: 'object', properties, required: fields } };
}

function messageText(message: Anthropic.Message): string {
  return message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
}
