// One sentence about the thinking in the newest trace, and whether any of it can be read. Pure.
import type { ThinkingState } from '@subtext/reasoning';
import { plural } from '../../lib/figures/format.ts';

const SENTENCES: Readonly<Record<ThinkingState, string>> = {
  readable: 'Thinking can be read, verbatim.',
  summary: 'Thinking came as the provider’s summary; the rest of it is billed and hidden.',
  redacted: 'Thinking was redacted by the provider.',
  encrypted: 'Thinking is encrypted, and no summary came with it.',
  withheld: 'Thinking was billed, and none of its text returned.',
  shared: 'Thinking is shared between calls.',
  none: 'The model did not think (0 tokens reported).',
  unreported: 'The provider does not report thinking.',
};

interface ArrivedThinking {
  generations: number;
  spans: number;
  thinking: readonly { state: ThinkingState | null; generations: number }[];
}

export function thinkingSentence({ generations, spans, thinking }: ArrivedThinking): string {
  if (generations === 0) {
    return `${plural(spans, 'span')} arrived, but none of them is a model call: wrap the client, or send gen_ai attributes.`;
  }
  const states = [...new Set(thinking.map(({ state }) => state ?? 'unreported'))];
  return states.map((state) => SENTENCES[state]).join(' ');
}

/** The text of a shared thought is counted with the call it belongs to. */
const HAS_TEXT: readonly (ThinkingState | null)[] = ['readable', 'summary'];

/** True when the trace has model calls but no thought with text, not even a summary. */
export const lacksThoughts = ({ generations, thinking }: Pick<ArrivedThinking, 'generations' | 'thinking'>): boolean =>
  generations > 0 && !thinking.some(({ state }) => HAS_TEXT.includes(state));
