/** An agent on the Chat Completions API, as an application would write it. */
import type OpenAI from 'openai';
import { MODEL, QUESTION, resultOf, TOOLS } from '../conversation.ts';

export async function askByChat(client: OpenAI): Promise<string | null> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: QUESTION }];
  for (;;) {
    const completion = await client.chat.completions.create({
      model: MODEL,
      messages,
      tools: TOOLS.map((tool) => ({ type: 'function' as const, function: tool })),
    });
    const message = completion.choices[0]!.message;
    messages.push(message);
    if (!message.tool_calls) return message.content;
    for (const call of message.tool_calls) {
      const result = call.type === 'function' ? resultOf(call.function.name) : null;
      messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(result) });
    }
  }
}
