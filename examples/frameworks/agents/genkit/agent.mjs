// <observe>
import { observeFetch } from '@subtext/sdk';
import { openAI } from '@genkit-ai/compat-oai/openai';
import { genkit } from 'genkit';

const ai = genkit({ plugins: [openAI({ fetch: observeFetch() })] });
// </observe>
import { z } from 'genkit';
import { DESCRIPTIONS, INSTRUCTIONS, getInvoice, getOrder, getPolicy, getShipment, refundOrder } from '../../shop.mjs';
import { runScenarios } from '../../run-scenarios.mjs';

const model = openAI.model('gpt-oss-120b');
const isStreamed = process.env.STREAMED === 'true';

/** An error that a tool throws would end the run. */
const withErrorAsResult = (run) => async (input) => {
  try {
    return await run(input);
  } catch (error) {
    return `Error: ${error.message}`;
  }
};

const orderTool = (name, run) =>
  ai.defineTool(
    { name, description: DESCRIPTIONS[name], inputSchema: z.object({ order: z.string() }), outputSchema: z.string() },
    withErrorAsResult(run),
  );

const tools = {
  get_order: orderTool('get_order', getOrder),
  get_shipment: orderTool('get_shipment', getShipment),
  get_policy: orderTool('get_policy', getPolicy),
  refund_order: orderTool('refund_order', refundOrder),
  get_invoice: orderTool('get_invoice', getInvoice),
};

async function answer(system, own, prompt) {
  if (!isStreamed) return (await ai.generate({ model, system, tools: own, prompt })).text;
  const { response } = ai.generateStream({ model, system, tools: own, prompt });
  return (await response).text;
}

const agentTool = (name, run) =>
  ai.defineTool(
    {
      name,
      description: DESCRIPTIONS[name],
      inputSchema: z.object({ question: z.string() }),
      outputSchema: z.string(),
    },
    ({ question }) => run(question),
  );

const courier = (question) => answer(INSTRUCTIONS.courier, [tools.get_shipment], question);
const billing = (question) => answer(INSTRUCTIONS.billing, [tools.get_invoice], question);
const helpers = [agentTool('ask_courier', courier), agentTool('ask_billing', billing)];
const orderTools = [tools.get_order, tools.get_shipment, tools.get_policy, tools.refund_order];

await runScenarios({
  orderDesk: (question) => answer(INSTRUCTIONS.orderDesk, orderTools, question),
  frontDesk: (question) => answer(INSTRUCTIONS.frontDesk, helpers, question),
});
