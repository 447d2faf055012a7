// <observe>
import { observeFetch } from '@subtext/sdk';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';

const openai = createOpenAI({ fetch: observeFetch() });
const anthropic = createAnthropic({ fetch: observeFetch() });
// </observe>
import { Agent, createSubagent, createTool } from '@voltagent/core';
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

const orderTool = (name, run) =>
  createTool({
    name,
    description: DESCRIPTIONS[name],
    parameters: z.object({ order: z.string() }),
    execute: async (input) => run(input),
  });

const agentOf = (name, instructions, parts) => new Agent({ name, instructions, model, ...parts });

async function answer(agent, question) {
  if (!isStreamed) return (await agent.generateText(question, { providerOptions })).text;
  return (await agent.streamText(question, { providerOptions })).text;
}

const orderDesk = agentOf('order_desk', INSTRUCTIONS.orderDesk, {
  tools: [
    orderTool('get_order', getOrder),
    orderTool('get_shipment', getShipment),
    orderTool('get_policy', getPolicy),
    orderTool('refund_order', refundOrder),
  ],
});
const courier = agentOf('courier', INSTRUCTIONS.courier, {
  purpose: DESCRIPTIONS.ask_courier,
  tools: [orderTool('get_shipment', getShipment)],
});
const billing = agentOf('billing', INSTRUCTIONS.billing, {
  purpose: DESCRIPTIONS.ask_billing,
  tools: [orderTool('get_invoice', getInvoice)],
});
/** Options of a call are not passed on to the agents that it starts. */
const asTool = (agent) =>
  createSubagent({ agent, method: isStreamed ? 'streamText' : 'generateText', options: { providerOptions } });
const frontDesk = agentOf('front_desk', INSTRUCTIONS.frontDesk, { subAgents: [asTool(courier), asTool(billing)] });

const telemetry = process.env.OWN_TELEMETRY === 'true' ? await import('./own-telemetry.mjs') : undefined;
telemetry?.reportAgents({ orderDesk, frontDesk, courier, billing });

await runScenarios({
  orderDesk: (question) => answer(orderDesk, question),
  frontDesk: (question) => answer(frontDesk, question),
});
await telemetry?.flush();
// It keeps the process alive, like a server.
process.exit();
