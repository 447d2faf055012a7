// <observe>
import { observeFetch } from '@subtext/sdk';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';

const openai = createOpenAI({ fetch: observeFetch() });
const anthropic = createAnthropic({ fetch: observeFetch() });
// </observe>
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
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
const providerOptions = process.env.WIRE === 'responses' ? { openai: { reasoningSummary: 'detailed' } } : {};

const orderTool = (id, run) =>
  createTool({
    id,
    description: DESCRIPTIONS[id],
    inputSchema: z.object({ order: z.string() }),
    execute: async (input) => run(input),
  });

const agentOf = (id, instructions, parts) =>
  new Agent({ id, name: id, instructions, model, defaultOptions: { providerOptions, maxSteps: 10 }, ...parts });

async function answer(agent, question) {
  if (!isStreamed) return (await agent.generate(question)).text;
  return (await agent.stream(question)).text;
}

const orderDesk = agentOf('order_desk', INSTRUCTIONS.orderDesk, {
  tools: {
    get_order: orderTool('get_order', getOrder),
    get_shipment: orderTool('get_shipment', getShipment),
    get_policy: orderTool('get_policy', getPolicy),
    refund_order: orderTool('refund_order', refundOrder),
  },
});
const courier = agentOf('courier', INSTRUCTIONS.courier, {
  description: DESCRIPTIONS.ask_courier,
  tools: { get_shipment: orderTool('get_shipment', getShipment) },
});
const billing = agentOf('billing', INSTRUCTIONS.billing, {
  description: DESCRIPTIONS.ask_billing,
  tools: { get_invoice: orderTool('get_invoice', getInvoice) },
});
const frontDesk = agentOf('front_desk', INSTRUCTIONS.frontDesk, { agents: { courier, billing } });

const telemetry = process.env.OWN_TELEMETRY === 'true' ? await import('./own-telemetry.mjs') : undefined;
telemetry?.reportAgents({ orderDesk, frontDesk, courier, billing });

await runScenarios({
  orderDesk: (question) => answer(orderDesk, question),
  frontDesk: (question) => answer(frontDesk, question),
});
