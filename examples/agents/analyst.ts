/**
 * A data analyst on OpenAI Responses that stores nothing at the provider: its thinking is sent and returned encrypted.
 * It is billed and cannot be read here. Add `summary: 'detailed'` to `reasoning` to see what it was about.
 */
import OpenAI from 'openai';
import { observe, trace } from '@subtext/sdk';
import { calculate } from '../tools/calculate.ts';
import { openWarehouse } from '../tools/warehouse.ts';
import { runTool, step } from './agent.ts';
import type { Agent, Print } from './agent.ts';

const QUESTION = 'Revenue was down on Tuesday 17 November. Was it demand, or did we break something?';

export const analyst: Agent = async (print) => {
  const client = observe(new OpenAI(), { environment: 'demo' });
  const context = { user: 'finance', tags: ['figures'], metadata: { warehouse: 'local' } };
  const text = await trace('Why was Tuesday down?', () => answer(client, print), context);
  print(`answer: ${text}`);
  return [text];
};

async function answer(client: OpenAI, print: Print): Promise<string> {
  const warehouse = openWarehouse();
  const tools = {
    list_tables: warehouse.listTables,
    query: warehouse.query,
    calculate: ({ expression }: { expression: string }) => calculate(expression),
  };
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: QUESTION }];
  for (;;) {
    const response = await client.responses.create({
      model: 'gpt-5.2',
      instructions:
        'You are a careful analyst. Look for the smallest cause that explains the whole difference. Amounts are kroner.',
      reasoning: { effort: 'high' },
      include: ['reasoning.encrypted_content'],
      store: false,
      tools: TOOLS,
      input,
    });
    // Output items are sent back unchanged; the client has different types for the two directions.
    input.push(...(response.output as OpenAI.Responses.ResponseInputItem[]));
    const calls = response.output.filter((item) => item.type === 'function_call');
    if (calls.length === 0) return response.output_text;
    for (const call of calls) {
      const outcome = await runTool(tools, call.name, JSON.parse(call.arguments));
      print(step(call.name, call.arguments, outcome));
      input.push({ type: 'function_call_output', call_id: call.call_id, output: outcome.text });
    }
  }
}

const columns = { type: 'array', items: { type: 'string' } };
const TOOLS = [
  defineTool('list_tables', 'The tables and their columns.', {}),
  defineTool('query', 'Rows of a table, filtered by `where` and summed by `group_by`.', {
    table: { type: 'string' },
    where: { type: 'object', description: 'Column to value.' },
    group_by: columns,
  }),
  defineTool('calculate', 'Arithmetic: + - * / ( ).', { expression: { type: 'string' } }),
];

function defineTool(
  name: string,
  description: string,
  properties: Record<string, object>,
): OpenAI.Responses.FunctionTool {
  return { type: 'function', name, description, parameters: { type: 'object', properties }, strict: false };
}
