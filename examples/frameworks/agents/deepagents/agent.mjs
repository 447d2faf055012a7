// <observe>
import { observeFetch } from '@subtext/sdk';
import { ChatAnthropic } from '@langchain/anthropic';
import { ChatOpenAI } from '@langchain/openai';

const openai = { configuration: { fetch: observeFetch() } };
const anthropic = { clientOptions: { fetch: observeFetch() } };
// </observe>
import { createDeepAgent } from 'deepagents';
import { tool } from 'langchain';
import * as z from 'zod';
import { DESCRIPTIONS, INSTRUCTIONS, getInvoice, getOrder, getPolicy, getShipment, refundOrder } from '../../shop.mjs';
import { runScenarios } from '../../run-scenarios.mjs';

const isStreamed = process.env.STREAMED === 'true';
const MODELS = {
  responses: () =>
    new ChatOpenAI({
      ...openai,
      model: 'gpt-5.2',
      useResponsesApi: true,
      reasoning: { effort: 'medium', summary: 'detailed' },
    }),
  chat: () => new ChatOpenAI({ ...openai, model: 'gpt-oss-120b' }),
  anthropic: () =>
    new ChatAnthropic({
      ...anthropic,
      model: 'claude-sonnet-4-6',
      maxTokens: 8000,
      thinking: { type: 'enabled', budget_tokens: 4000 },
    }),
};
const model = MODELS[process.env.WIRE]();

const orderTool = (name, run) =>
  tool(run, { name, description: DESCRIPTIONS[name], schema: z.object({ order: z.string() }) });

/** An error that a tool throws would end the run. */
const withErrorAsResult = (run) => (input) => {
  try {
    return run(input);
  } catch (error) {
    return `Error: ${error.message}`;
  }
};

async function answer(agent, question) {
  const input = { messages: [{ role: 'user', content: question }] };
  if (!isStreamed) return (await agent.invoke(input)).messages.at(-1).text;
  let state;
  for await (const [mode, chunk] of await agent.stream(input, { streamMode: ['messages', 'values'] })) {
    if (mode === 'values') state = chunk;
  }
  return state.messages.at(-1).text;
}

const orderDesk = createDeepAgent({
  model,
  systemPrompt: INSTRUCTIONS.orderDesk,
  tools: [
    orderTool('get_order', getOrder),
    orderTool('get_shipment', getShipment),
    orderTool('get_policy', getPolicy),
    orderTool('refund_order', withErrorAsResult(refundOrder)),
  ],
});
const frontDesk = createDeepAgent({
  model,
  systemPrompt: INSTRUCTIONS.frontDesk,
  subagents: [
    {
      name: 'courier',
      description: DESCRIPTIONS.ask_courier,
      systemPrompt: INSTRUCTIONS.courier,
      tools: [orderTool('get_shipment', getShipment)],
    },
    {
      name: 'billing',
      description: DESCRIPTIONS.ask_billing,
      systemPrompt: INSTRUCTIONS.billing,
      tools: [orderTool('get_invoice', getInvoice)],
    },
  ],
});

await runScenarios({
  orderDesk: (question) => answer(orderDesk, question),
  frontDesk: (question) => answer(frontDesk, question),
});
