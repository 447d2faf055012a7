/** Haystack: a component's input and output as JSON. In its messages, the part's only field names its kind. */
import { decodeMessages, recordOf, type DecodeOptions, type Message } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';

export const HAYSTACK: Convention = {
  name: 'haystack',
  detects: ({ prefixes, span }) => prefixes.has('haystack') || span.startsWith('haystack.'),
  messages: {
    input: (sent, options) => {
      const { messages, prompt } = recordOf(haystackContent(sent, 'input'));
      // Generators without chat take one prompt.
      if (typeof prompt === 'string') return decodeMessages([{ role: 'user', content: prompt }], options);
      return messagesFrom(messages, options);
    },
    output: (sent, options) => messagesFrom(recordOf(haystackContent(sent, 'output')).replies, options),
  },
};

/** Content of a component, or of an agent's step. */
export function haystackContent({ json }: SentSpan, name: 'input' | 'output'): unknown {
  const of = ['component', 'agent.step.llm', 'agent.step.tool', 'agent'];
  return of.map((owner) => json(`haystack.${owner}.${name}`)).find((value) => value !== undefined);
}

function messagesFrom(value: unknown, options: DecodeOptions): Message[] {
  const messages: unknown[] = Array.isArray(value) ? value : [];
  return decodeMessages(
    messages.map((message) => {
      if (typeof message === 'string') return { role: 'assistant', content: message };
      const { role, content, meta } = recordOf(message);
      const parts: unknown[] = Array.isArray(content) ? content.map(partOf) : [];
      return { role, parts, finish_reason: recordOf(meta).finish_reason };
    }),
    options,
  );
}

function partOf(value: unknown): unknown {
  const { text, reasoning, tool_call: call, tool_call_result: answer } = recordOf(value);
  if (typeof text === 'string') return { type: 'text', content: text };
  if (reasoning !== undefined) return { type: 'reasoning', content: recordOf(reasoning).reasoning_text };
  if (call !== undefined) {
    const { tool_name: name, arguments: callArguments } = recordOf(call);
    return { type: 'tool_call', id: callIdOf(call), name, arguments: callArguments };
  }
  if (answer === undefined) return { type: 'media' };
  const { result, error, origin } = recordOf(answer);
  return { type: 'tool_call_response', id: callIdOf(origin), response: result, is_error: error };
}

/** With the Responses API, `id` is the item's; the one that results refer to is beside it. */
function callIdOf(call: unknown): unknown {
  const { id, extra } = recordOf(call);
  return recordOf(extra).call_id ?? id;
}
