/** An agent on the Messages API, as an application would write it. */
import type Anthropic from '@anthropic-ai/sdk';
import { MODEL, QUESTION, resultOf, TOOLS } from '../conversation.ts';

export async function askByMessages(client: Anthropic): Promise<string> {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: QUESTION }];
  for (;;) {
    const message = await client.messages.create({
      model: MODEL,
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 2000 },
      messages,
      tools: TOOLS.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: { ...parameters, required: [...parameters.required] },
      })),
    });
    messages.push({ role: 'assistant', content: message.content });
    const calls = message.content.filter((block) => block.type === 'tool_use');
    if (calls.length === 0) return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const content = calls.map(({ id, name }) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: JSON.stringify(resultOf(name)),
    }));
    messages.push({ role: 'user', content });
  }
}
