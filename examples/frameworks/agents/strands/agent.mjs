// <observe>
import { observe } from '@subtext/sdk';
import Anthropic from '@anthropic-ai/sdk';
import { AnthropicModel } from '@strands-agents/sdk/models/anthropic';
import { OpenAIModel } from '@strands-agents/sdk/models/openai';
import OpenAI from 'openai';

const openai = { client: observe(new OpenAI()) };
const anthropic = { client: observe(new Anthropic()) };
// </observe>
import { Agent, tool } from '@strands-agents/sdk';
import * as z from 'zod';
import { DESCRIPTIONS, INSTRUCTIONS, getInvoice, getOrder, getPolicy, getShipment, refundOrder } from '../../shop.mjs';
import { runScenarios } from '../../run-scenarios.mjs';

const MODELS = {
  responses: () =>
    new OpenAIModel({
      ...openai,
      modelId: 'gpt-5.2',
      params: { reasoning: { effort: 'medium', summary: 'detailed' } },
    }),
  chat: () => new OpenAIModel({ ...openai, api: 'chat', modelId: 'gpt-oss-120b' }),
  anthropic: () =>
    new AnthropicModel({
      ...anthropic,
      modelId: 'claude-sonnet-4-6',
      maxTokens: 8000,
      params: { thinking: { type: 'enabled', budget_tokens: 4000 } },
    }),
};
const model = MODELS[process.env.WIRE]();

const orderTool = (name, callback) =>
  tool({ name, description: DESCRIPTIONS[name], inputSchema: z.object({ order: z.string() }), callback });

/** An agent answers one question at a time, so each question gets its own. */
const agentOf = (name, systemPrompt, tools) =>
  new Agent({ name, description: DESCRIPTIONS[`ask_${name}`], model, systemPrompt, tools, printer: false });

const orderDesk = () =>
  agentOf('order_desk', INSTRUCTIONS.orderDesk, [
    orderTool('get_order', getOrder),
    orderTool('get_shipment', getShipment),
    orderTool('get_policy', getPolicy),
    orderTool('refund_order', refundOrder),
  ]);
const frontDesk = () =>
  agentOf('front_desk', INSTRUCTIONS.frontDesk, [
    agentOf('courier', INSTRUCTIONS.courier, [orderTool('get_shipment', getShipment)]),
    agentOf('billing', INSTRUCTIONS.billing, [orderTool('get_invoice', getInvoice)]),
  ]);

const answer = async (agent, question) => String(await agent.invoke(question));

await runScenarios({
  orderDesk: (question) => answer(orderDesk(), question),
  frontDesk: (question) => answer(frontDesk(), question),
});
