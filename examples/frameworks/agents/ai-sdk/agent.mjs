// <observe>
import { observeFetch } from '@subtext/sdk';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';

const openai = createOpenAI({ fetch: observeFetch() });
const anthropic = createAnthropic({ fetch: observeFetch() });
// </observe>
import { ToolLoopAgent, tool } from 'ai';
import * as z from 'zod';
import { DESCRIPTIONS, INSTRUCTIONS, getInvoice, getOrder, getPolicy, getShipment, refundOrder } from '../../shop.mjs';
import { runScenarios } from '../../run-scenarios.mjs';

const MODELS = {
  responses: () => openai('gpt-5.2'),
  chat: () => openai.chat('gpt-oss-120b'),
  anthropic: () => anthropic('claude-sonnet-4-6'),
};
const model = MODELS[process.env.WIRE]();
const isStreamed = process.env.STREAMED === 'true';
const providerOptions = process.env.WIRE === 'responses' ? { openai: { reasoningSummary: 'detailed' } } : undefined;

const orderTool = (name, execute) =>
  tool({ description: DESCRIPTIONS[name], inputSchema: z.object({ order: z.string() }), execute });

const agentOf = (instructions, tools) => new ToolLoopAgent({ model, instructions, tools, providerOptions });

async function answer(agent, prompt) {
  if (!isStreamed) return (await agent.generate({ prompt })).text;
  const result = await agent.stream({ prompt });
  await result.consumeStream();
  return result.text;
}

const agentTool = (name, agent) =>
  tool({
    description: DESCRIPTIONS[name],
    inputSchema: z.object({ question: z.string() }),
    execute: ({ question }) => answer(agent, question),
  });

const orderDesk = agentOf(INSTRUCTIONS.orderDesk, {
  get_order: orderTool('get_order', getOrder),
  get_shipment: orderTool('get_shipment', getShipment),
  get_policy: orderTool('get_policy', getPolicy),
  refund_order: orderTool('refund_order', refundOrder),
});
const courier = agentOf(INSTRUCTIONS.courier, { get_shipment: orderTool('get_shipment', getShipment) });
const billing = agentOf(INSTRUCTIONS.billing, { get_invoice: orderTool('get_invoice', getInvoice) });
const frontDesk = agentOf(INSTRUCTIONS.frontDesk, {
  ask_courier: agentTool('ask_courier', courier),
  ask_billing: agentTool('ask_billing', billing),
});

await runScenarios({
  orderDesk: (question) => answer(orderDesk, question),
  frontDesk: (question) => answer(frontDesk, question),
});
