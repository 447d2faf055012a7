// <observe>
import '@subtext/sdk/register'; // before anything else, or: node --import @subtext/sdk/register agent.mjs
// </observe>
import { AgentTool, FunctionTool, InMemoryRunner, LlmAgent, StreamingMode } from '@google/adk';
import * as z from 'zod';
import { DESCRIPTIONS, INSTRUCTIONS, getInvoice, getOrder, getPolicy, getShipment, refundOrder } from '../../shop.mjs';
import { runScenarios } from '../../run-scenarios.mjs';

const streamingMode = process.env.STREAMED === 'true' ? StreamingMode.SSE : StreamingMode.NONE;
const generateContentConfig = { thinkingConfig: { includeThoughts: true } };

const orderTool = (name, execute) =>
  new FunctionTool({ name, description: DESCRIPTIONS[name], parameters: z.object({ order: z.string() }), execute });

const agentOf = (name, instruction, parts) =>
  new LlmAgent({ name, instruction, model: 'gemini-3-flash-preview', generateContentConfig, ...parts });

async function answer(agent, question) {
  const runner = new InMemoryRunner({ agent });
  const newMessage = { role: 'user', parts: [{ text: question }] };
  let text = '';
  for await (const event of runner.runEphemeral({ userId: 'customer', newMessage, runConfig: { streamingMode } })) {
    const said = (event.content?.parts ?? []).filter((part) => part.text && !part.thought).map((part) => part.text);
    if (!event.partial && said.length > 0) text = said.join('');
  }
  return text;
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
  description: DESCRIPTIONS.ask_courier,
  tools: [orderTool('get_shipment', getShipment)],
});
const billing = agentOf('billing', INSTRUCTIONS.billing, {
  description: DESCRIPTIONS.ask_billing,
  tools: [orderTool('get_invoice', getInvoice)],
});
const frontDesk = agentOf('front_desk', INSTRUCTIONS.frontDesk, {
  tools: [new AgentTool({ agent: courier }), new AgentTool({ agent: billing })],
});
const claimsDesk = agentOf('claims_desk', INSTRUCTIONS.claimsDesk, {
  description: DESCRIPTIONS.claims_desk,
  tools: [orderTool('get_policy', getPolicy)],
});
const reception = agentOf('reception', INSTRUCTIONS.reception, { subAgents: [claimsDesk] });

await runScenarios({
  orderDesk: (question) => answer(orderDesk, question),
  frontDesk: (question) => answer(frontDesk, question),
  reception: (question) => answer(reception, question),
});
