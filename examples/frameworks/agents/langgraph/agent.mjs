// <observe>
import { observeFetch } from '@subtext/sdk';
import { ChatAnthropic } from '@langchain/anthropic';
import { ChatOpenAI } from '@langchain/openai';

const openai = { configuration: { fetch: observeFetch() } };
const anthropic = { clientOptions: { fetch: observeFetch() } };
// </observe>
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { createHandoffTool, createSwarm } from '@langchain/langgraph-swarm';
import { createAgent, tool } from 'langchain';
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

const agentOf = (name, systemPrompt, tools) => createAgent({ model, name, systemPrompt, tools });
const approved = (run) => (input) => (interrupt(input), run(input));
const threadOf = (question) => ({ configurable: { thread_id: question } });

const answer = (agent, question, config) =>
  answerTo(agent, { messages: [{ role: 'user', content: question }] }, config);

async function answerTo(agent, input, config) {
  const state = await (isStreamed ? lastState(agent, input, config) : agent.invoke(input, config));
  // A tool waits for approval.
  if (state.__interrupt__?.length > 0) return answerTo(agent, new Command({ resume: true }), config);
  return state.messages.at(-1).text;
}

async function lastState(agent, input, config) {
  let state;
  for await (const [mode, chunk] of await agent.stream(input, { ...config, streamMode: ['messages', 'values'] })) {
    if (mode === 'values') state = chunk;
  }
  return state;
}

const agentTool = (name, agent) =>
  tool(({ question }) => answer(agent, question), {
    name,
    description: DESCRIPTIONS[name],
    schema: z.object({ question: z.string() }),
  });

const orderDesk = agentOf('order_desk', INSTRUCTIONS.orderDesk, [
  orderTool('get_order', getOrder),
  orderTool('get_shipment', getShipment),
  orderTool('get_policy', getPolicy),
  orderTool('refund_order', refundOrder),
]);
const approvedDesk = createAgent({
  model,
  name: 'order_desk',
  systemPrompt: INSTRUCTIONS.orderDesk,
  tools: [
    orderTool('get_order', getOrder),
    orderTool('get_shipment', getShipment),
    orderTool('get_policy', approved(getPolicy)),
    orderTool('refund_order', refundOrder),
  ],
  checkpointer: new MemorySaver(),
});
const courier = agentOf('courier', INSTRUCTIONS.courier, [orderTool('get_shipment', getShipment)]);
const billing = agentOf('billing', INSTRUCTIONS.billing, [orderTool('get_invoice', getInvoice)]);
const frontDesk = agentOf('front_desk', INSTRUCTIONS.frontDesk, [
  agentTool('ask_courier', courier),
  agentTool('ask_billing', billing),
]);
const desks = createSwarm({
  agents: [
    agentOf('reception', INSTRUCTIONS.reception, [createHandoffTool({ agentName: 'claims_desk' })]).graph,
    agentOf('claims_desk', INSTRUCTIONS.claimsDesk, [orderTool('get_policy', getPolicy)]).graph,
  ],
  defaultActiveAgent: 'reception',
}).compile({ checkpointer: new MemorySaver() });

await runScenarios({
  orderDesk: (question) => answer(orderDesk, question),
  approvedDesk: (question) => answer(approvedDesk, question, threadOf(question)),
  frontDesk: (question) => answer(frontDesk, question),
  reception: (question) => answer(desks, question, threadOf(question)),
});
