/**
 * OpenLIT: the GenAI conventions, with the thought of a response in an attribute of its own and an older name for
 * thinking tokens. Its cost is its own estimate.
 */
import { outputMessages, type Message, type ReasoningPart } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { usageOf } from '../shared/values.ts';

export const OPENLIT: Convention = {
  name: 'openlit',
  detects: ({ scope, has }) => /^openlit(?:\.|$)/.test(scope) || has(THOUGHT),
  messages: {
    output: (sent, options) => thoughtBeside(outputMessages(sent, options), sent.text(THOUGHT)),
  },
  facts: openlitFacts,
};

/** An answer with the thought from its separate attribute. With several choices the thought belongs to the first. */
export function thoughtBeside([first, ...others]: Message[], text: string | undefined): Message[] {
  if (text === undefined) return first ? [first, ...others] : [];
  const thought: ReasoningPart = { kind: 'reasoning', key: 'thought', text, format: 'parsed', field: 'reasoning' };
  return [{ role: 'assistant', ...first, parts: [thought, ...(first?.parts ?? [])] }, ...others];
}

const THOUGHT = 'gen_ai.content.reasoning';

function openlitFacts({ read, text }: SpanReader): SpanFacts {
  const reasoning =
    read('gen_ai.usage.reasoning_tokens') ?? read('gen_ai.usage.completion_tokens_details.reasoning_tokens');
  return {
    model: { reasoningEffort: text('gen_ai.request.reasoning_effort') },
    usage: usageOf({ reasoning }, { zeroThinkingIsUnknown: true }),
  };
}
