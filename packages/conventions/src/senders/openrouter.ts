/** OpenRouter's Broadcast: one span per request, with input and output as JSON. */
import { decodeMessages, providerOutput, recordOf } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';

export const OPENROUTER: Convention = {
  name: 'openrouter',
  detects: ({ scope, has }) => scope === 'openrouter' || has('openrouter.source'),
  messages: {
    // The GenAI conventions read the input.
    output: ({ json }, options) => {
      const answer = recordOf(json('gen_ai.completion'));
      const whole = providerOutput(answer, options);
      if (whole.length > 0) return whole;
      const { completion, reasoning, tool_calls: calls, toolCalls = calls } = answer;
      if (typeof completion !== 'string' && reasoning === undefined && toolCalls === undefined) return [];
      return decodeMessages([{ role: 'assistant', content: completion, reasoning, tool_calls: toolCalls }], options);
    },
  },
};
