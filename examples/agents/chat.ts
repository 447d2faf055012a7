/** The loop of the agents that speak OpenAI's chat format: asks, runs the calls, and asks again until there is an answer. */
import type OpenAI from 'openai';
import { runTool, step } from './agent.ts';
import type { Print, Tools } from './agent.ts';

type Request = OpenAI.ChatCompletionCreateParamsNonStreaming;

/** Returns the answer; adds what was said and returned to `request.messages`. */
export async function chat(
  client: OpenAI,
  request: Request,
  { tools, print }: { tools: Tools; print: Print },
): Promise<string> {
  for (;;) {
    const completion = await client.chat.completions.create(request);
    const message = completion.choices[0]?.message;
    if (message === undefined) throw new Error('The provider sent no choice.');
    // DeepSeek requires its thinking back: it is on the message, although the client's types lack the field.
    request.messages.push(message);
    if (message.tool_calls === undefined) return message.content ?? '';
    for (const call of message.tool_calls.filter((call) => call.type === 'function')) {
      const outcome = await runTool(tools, call.function.name, JSON.parse(call.function.arguments));
      print(step(call.function.name, call.function.arguments, outcome));
      request.messages.push({ role: 'tool', tool_call_id: call.id, content: outcome.text });
    }
  }
}
