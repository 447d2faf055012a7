/** OpenLIT: the GenAI conventions, with the thought of a response in an attribute of its own. */
import { outputMessages } from '../gen-ai-messages.ts';
import type { ReasoningPart } from '../part.ts';
import type { Dialect } from './sent-span.ts';

export const OPENLIT: Dialect = {
  name: 'openlit',
  detects: ({ scope, has }) => /^openlit(?:\.|$)/.test(scope) || has(THOUGHT),
  output: (sent, options) => {
    const [first, ...others] = outputMessages(sent, options);
    const text = sent.text(THOUGHT);
    if (text === undefined) return first ? [first, ...others] : [];
    const thought: ReasoningPart = { kind: 'reasoning', key: 'thought', text, format: 'parsed', field: 'reasoning' };
    // Of several choices it tells the thought of the first alone.
    return [{ role: 'assistant', ...first, parts: [thought, ...(first?.parts ?? [])] }, ...others];
  },
};

const THOUGHT = 'gen_ai.content.reasoning';
