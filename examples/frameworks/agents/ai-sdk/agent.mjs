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

const orderTool = (name, execute, more) =>
  tool({ description: DESCRIPTIONS[name], inputSchema: z.object({ order: z.string() }), execute, ...more });

const agentOf = (instructions, tools) => new ToolLoopAgent({ model, instructions, tools, providerOptions });

const answer = (agent, question) => answerTo(agent, [{ role: 'user', content: question }]);

async function answerTo(agent, messages) {
  const result = await (isStreamed ? agent.stream({ messages }) : agent.generate({ messages }));
  if (isStreamed) await result.consumeStream();
  const asked = (await result.content).filter(({ type }) => type === 'tool-approval-request');
  if (asked.length === 0) return result.text;
  const content = asked.map(({ approvalId }) => ({ type: 'tool-approval-response', approvalId, approved: true }));
  const { messages: answered } = await result.response;
  return answerTo(agent, [...messages, ...answered, { role: 'tool', content }]);
}

const agentTool = (name, agent) =>
  tool({
    description: DESCRIPTIONS[name],
    inputSchema: z.object({ question: z.string() }),
    execute: ({ question }) => answer(agent, question),
  });

const orderDeskWith = (needsApproval) =>
  agentOf(INSTRUCTIONS.orderDesk, {
    get_order: orderTool('get_order', getOrder),
    get_shipment: orderTool('get_shipment', getShipment),
    get_policy: orderTool('get_policy', getPolicy, { needsApproval }),
    refund_order: orderTool('refund_order', refundOrder),
  });
const orderDesk = orderDeskWith(false);
const approvedDesk = orderDeskWith(true);
const courier = agentOf(INSTRUCTIONS.courier, { get_shipment: orderTool('get_shipment', getShipment) });
const billing = agentOf(INSTRUCTIONS.billing, { get_invoice: orderTool('get_invoice', getInvoice) });
const frontDesk = agentOf(INSTRUCTIONS.frontDesk, {
  ask_courier: agentTool('ask_courier', courier),
  ask_billing: agentTool('ask_billing', billing),
});

await runScenarios({
  orderDesk: (question) => answer(orderDesk, question),
  approvedDesk: (question) => answer(approvedDesk, question),
  frontDesk: (question) => answer(frontDesk, question),
});
