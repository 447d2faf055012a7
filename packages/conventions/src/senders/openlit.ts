/** OpenLIT: the GenAI conventions, with the thought of a response in an attribute of its own. */
import { outputMessages, type Message, type ReasoningPart } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';

export const OPENLIT: Convention = {
  name: 'openlit',
  detects: ({ scope, has }) => /^openlit(?:\.|$)/.test(scope) || has(THOUGHT),
  messages: {
    output: (sent, options) => thoughtBeside(outputMessages(sent, options), sent.text(THOUGHT)),
  },
};

/** An answer with the thought from its separate attribute. With several choices the thought belongs to the first. */
export function thoughtBeside([first, ...others]: Message[], text: string | undefined): Message[] {
  if (text === undefined) return first ? [first, ...others] : [];
  const thought: ReasoningPart = { kind: 'reasoning', key: 'thought', text, format: 'parsed', field: 'reasoning' };
  return [{ role: 'assistant', ...first, parts: [thought, ...(first?.parts ?? [])] }, ...others];
}

const THOUGHT = 'gen_ai.content.reasoning';
