// <observe>
import { observe } from '@subtext/sdk';
import * as agentSdk from '@anthropic-ai/claude-agent-sdk';

const { query, createSdkMcpServer, tool } = observe(agentSdk);
// </observe>
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { DESCRIPTIONS, INSTRUCTIONS, getInvoice, getOrder, getPolicy, getShipment, refundOrder } from '../../shop.mjs';
import { runScenarios } from '../../run-scenarios.mjs';

const isStreamed = process.env.STREAMED === 'true';
const directory = mkdtempSync(join(tmpdir(), 'subtext-claude-agent-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

/** The program keeps its sessions here, and sends nothing but model calls. */
const env = {
  ...process.env,
  HOME: directory,
  CLAUDE_CONFIG_DIR: directory,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
};

const orderTool = (name, run) =>
  tool(name, DESCRIPTIONS[name], { order: z.string() }, async (input) => ({
    content: [{ type: 'text', text: run(input) }],
  }));

/** A server of tools belongs to one query. */
const shop = () =>
  createSdkMcpServer({
    name: 'shop',
    version: '1.0.0',
    tools: [
      orderTool('get_order', getOrder),
      orderTool('get_shipment', getShipment),
      orderTool('get_policy', getPolicy),
      orderTool('get_invoice', getInvoice),
      orderTool('refund_order', refundOrder),
    ],
  });

const SUB_AGENTS = {
  courier: { description: DESCRIPTIONS.ask_courier, prompt: INSTRUCTIONS.courier, tools: ['mcp__shop__get_shipment'] },
  billing: { description: DESCRIPTIONS.ask_billing, prompt: INSTRUCTIONS.billing, tools: ['mcp__shop__get_invoice'] },
};

async function* inputOf(question) {
  yield { type: 'user', message: { role: 'user', content: question }, parent_tool_use_id: null };
}

async function answer(question, options) {
  const common = {
    model: 'claude-sonnet-4-6',
    cwd: directory,
    env,
    mcpServers: { shop: shop() },
    allowedTools: Object.keys(DESCRIPTIONS).map((name) => `mcp__shop__${name}`),
    settingSources: [],
    forwardSubagentText: true,
    includePartialMessages: isStreamed,
  };
  let result;
  for await (const message of query({
    prompt: isStreamed ? inputOf(question) : question,
    options: { ...common, ...options },
  })) {
    if (message.type === 'result') result = message.result;
  }
  return result;
}

await runScenarios({
  orderDesk: (question) => answer(question, { systemPrompt: INSTRUCTIONS.orderDesk, tools: [] }),
  frontDesk: (question) =>
    answer(question, { systemPrompt: INSTRUCTIONS.frontDesk, tools: ['Agent'], agents: SUB_AGENTS }),
});
