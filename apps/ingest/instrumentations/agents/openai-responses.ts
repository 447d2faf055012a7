/** An agent on the Responses API that keeps its history itself, as an application would write it. */
import type OpenAI from 'openai';
import { MODEL, QUESTION, resultOf, TOOLS } from '../conversation.ts';

export async function askByResponses(client: OpenAI): Promise<string> {
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: QUESTION }];
  for (;;) {
    const response = await client.responses.create({
      model: MODEL,
      input,
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'high', summary: 'auto' },
      tools: TOOLS.map((tool) => ({ type: 'function' as const, ...tool, strict: false })),
    });
    input.push(...(response.output as OpenAI.Responses.ResponseInputItem[]));
    const calls = response.output.filter((item) => item.type === 'function_call');
    if (calls.length === 0) return response.output_text;
    for (const { call_id: callId, name } of calls) {
      input.push({ type: 'function_call_output', call_id: callId, output: JSON.stringify(resultOf(name)) });
    }
  }
}
