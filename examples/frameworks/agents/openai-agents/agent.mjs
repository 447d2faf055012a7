// <observe>
import { observe } from '@subtext/sdk';
import { setDefaultOpenAIClient } from '@openai/agents';
import OpenAI from 'openai';

setDefaultOpenAIClient(observe(new OpenAI()));
// </observe>
import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents';
import * as z from 'zod';
import { DESCRIPTIONS, INSTRUCTIONS, getInvoice, getOrder, getPolicy, getShipment, refundOrder } from '../../shop.mjs';
import { runScenarios } from '../../run-scenarios.mjs';

// Its own tracing would send to OpenAI.
setTracingDisabled(process.env.OWN_TELEMETRY !== 'true');
const isChat = process.env.WIRE === 'chat';
const modelProvider = new OpenAIProvider({
  useResponses: !isChat,
  useResponsesWebSocket: process.env.WIRE === 'websocket',
});
const runner = new Runner({ modelProvider });
const stream = process.env.STREAMED === 'true';
const model = isChat ? 'gpt-oss-120b' : 'gpt-5.2';
const modelSettings = isChat ? {} : { reasoning: { effort: 'medium', summary: 'detailed' } };

const orderTool = (name, execute, more) =>
  tool({ name, description: DESCRIPTIONS[name], parameters: z.object({ order: z.string() }), execute, ...more });

const agentOf = (name, instructions, parts) => new Agent({ name, instructions, model, modelSettings, ...parts });

/** `input`: a question, or the state of a run that waits for approval. */
async function answer(agent, input) {
  const result = await runner.run(agent, input, { stream });
  if (stream) await result.completed;
  if (result.interruptions.length === 0) return result.finalOutput;
  for (const call of result.interruptions) result.state.approve(call);
  return answer(agent, result.state);
}

const orderDeskWith = (needsApproval) =>
  agentOf('order_desk', INSTRUCTIONS.orderDesk, {
    tools: [
      orderTool('get_order', getOrder),
      orderTool('get_shipment', getShipment),
      orderTool('get_policy', getPolicy, { needsApproval }),
      orderTool('refund_order', refundOrder),
    ],
  });
const orderDesk = orderDeskWith(false);
const approvedDesk = orderDeskWith(true);
const courier = agentOf('courier', INSTRUCTIONS.courier, { tools: [orderTool('get_shipment', getShipment)] });
const billing = agentOf('billing', INSTRUCTIONS.billing, { tools: [orderTool('get_invoice', getInvoice)] });
const frontDesk = agentOf('front_desk', INSTRUCTIONS.frontDesk, {
  tools: [
    courier.asTool({ toolName: 'ask_courier', toolDescription: DESCRIPTIONS.ask_courier }),
    billing.asTool({ toolName: 'ask_billing', toolDescription: DESCRIPTIONS.ask_billing }),
  ],
});
const claimsDesk = agentOf('claims_desk', INSTRUCTIONS.claimsDesk, { tools: [orderTool('get_policy', getPolicy)] });
const reception = agentOf('reception', INSTRUCTIONS.reception, { handoffs: [claimsDesk] });

await runScenarios({
  orderDesk: (question) => answer(orderDesk, question),
  approvedDesk: (question) => answer(approvedDesk, question),
  frontDesk: (question) => answer(frontDesk, question),
  reception: (question) => answer(reception, question),
});
// Its WebSockets keep the process alive.
await modelProvider.close();
