/** What both of Mistral's formats require of a turn, and the chunks of their content (providers.md §9). */
import type { ReasoningPart } from '../../../parts/part.ts';
import type { JsonRecord } from '../../../json/json.ts';
import type { TargetFormat } from '../common/types.ts';

export const MISTRAL_TURNS: Pick<TargetFormat, 'thinking' | 'callId' | 'serverCalls'> = {
  thinking: () => ({
    own: 'may',
    foreign: 'may',
    section: '§9',
    ruleText: 'Mistral takes its thinking chunks back verbatim',
  }),
  callId: () => /^[a-zA-Z0-9]{9}$/,
  serverCalls: false,
};

export function textChunk(content: string): JsonRecord {
  return { type: 'text', text: content };
}

export function thinkingChunk({ text, signature, extra }: ReasoningPart): JsonRecord {
  return { ...extra, type: 'thinking', thinking: [textChunk(text)], ...(signature !== undefined && { signature }) };
}
