// <observe>
import { observeFetch } from '@subtext/sdk';
import { OpenAI, OpenAIResponses } from '@llamaindex/openai';

const observed = { additionalSessionOptions: { fetch: observeFetch() } };
// </observe>
import { agent, multiAgent } from '@llamaindex/workflow';
import { tool } from 'llamaindex';
import * as z from 'zod';
import { DESCRIPTIONS, INSTRUCTIONS, getInvoice, getOrder, getPolicy, getShipment, refundOrder } from '../../shop.mjs';
import { runScenarios } from '../../run-scenarios.mjs';

const MODELS = {
  responses: () =>
    new OpenAIResponses({
      ...observed,
      model: 'gpt-5.2',
      additionalChatOptions: { reasoning: { summary: 'detailed' } },
    }),
  chat: () => new OpenAI({ ...observed, model: 'gpt-oss-120b' }),
};
const llm = MODELS[process.env.WIRE]();

const orderTool = (name, execute) =>
  tool({ name, description: DESCRIPTIONS[name], parameters: z.object({ order: z.string() }), execute });

const agentTool = (name, start) =>
  tool({
    name,
    description: DESCRIPTIONS[name],
    parameters: z.object({ question: z.string() }),
    execute: ({ question }) => answer(start(), question),
  });

/** An agent remembers what it was asked, so each question gets its own. */
const agentOf = (name, systemPrompt, parts) => agent({ name, llm, systemPrompt, ...parts });

async function answer(own, question) {
  return (await own.run(question)).data.result;
}

const orderDesk = () =>
  agentOf('order_desk', INSTRUCTIONS.orderDesk, {
    tools: [
      orderTool('get_order', getOrder),
      orderTool('get_shipment', getShipment),
      orderTool('get_policy', getPolicy),
      orderTool('refund_order', refundOrder),
    ],
  });
const courier = () => agentOf('courier', INSTRUCTIONS.courier, { tools: [orderTool('get_shipment', getShipment)] });
const billing = () => agentOf('billing', INSTRUCTIONS.billing, { tools: [orderTool('get_invoice', getInvoice)] });
const frontDesk = () =>
  agentOf('front_desk', INSTRUCTIONS.frontDesk, {
    tools: [agentTool('ask_courier', courier), agentTool('ask_billing', billing)],
  });
function desks() {
  const tools = [orderTool('get_policy', getPolicy)];
  const claimsDesk = agentOf('claims_desk', INSTRUCTIONS.claimsDesk, { description: DESCRIPTIONS.claims_desk, tools });
  const reception = agentOf('reception', INSTRUCTIONS.reception, { canHandoffTo: [claimsDesk] });
  return multiAgent({ agents: [reception, claimsDesk], rootAgent: reception });
}

await runScenarios({
  orderDesk: (question) => answer(orderDesk(), question),
  frontDesk: (question) => answer(frontDesk(), question),
  reception: (question) => answer(desks(), question),
});
