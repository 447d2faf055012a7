/** Reads the messages in a span of any sender: for the rows that ingest writes, and for pages that show stored spans. */
import { GEN_AI, hasThinking, type DecodeOptions, type Message, type Part } from '@subtext/reasoning';
import type { Convention } from './convention.ts';
import { GEN_AI_CONVENTION, SUBTEXT_SDK } from './senders/gen-ai.ts';
import type { SentSpan } from './sent-span.ts';

/** The input of the span. */
export function sentInput(sent: SentSpan, conventions: readonly Convention[], options: DecodeOptions = {}): Message[] {
  const fromElsewhere = conventions.some(({ readsGenAi, messages }) => readsGenAi && messages?.input);
  const readers = fromElsewhere ? conventions.filter((convention) => convention !== GEN_AI_CONVENTION) : conventions;
  const found = firstMessages(readers.map(({ messages }) => messages?.input?.bind(undefined, sent, options)));
  return conventions[0] === SUBTEXT_SDK ? found : withSummaries(found, sent, options);
}

/** The output of the span. */
export function sentOutput(sent: SentSpan, conventions: readonly Convention[], options: DecodeOptions = {}): Message[] {
  const found = firstMessages(conventions.map(({ messages }) => messages?.output?.bind(undefined, sent, options)));
  return conventions[0] === SUBTEXT_SDK ? found : withSummaries(found, sent, options);
}

/**
 * The messages of the first source that has any. A source that lost the thinking is skipped for one that has it. Two
 * lists of messages are never mixed.
 */
function firstMessages(sources: readonly ((() => Message[]) | undefined)[]): Message[] {
  let best: Message[] = [];
  for (const source of sources) {
    const messages = source?.() ?? [];
    if (messages.some(hasThinking)) return messages;
    if (best.length === 0) best = messages;
  }
  return best;
}

/**
 * Names that senders use for a thought without its wire field. The reader of the Responses API distinguishes summaries
 * from full thoughts.
 */
const ANY_THOUGHT: ReadonlySet<string> = new Set(['reasoning', 'thinking', 'text_reasoning', 'thought']);

/**
 * For senders that write every thought alike. Thoughts from OpenAI's Responses API are summaries, except for open
 * models.
 */
function withSummaries(messages: Message[], { text }: SentSpan, { model = '' }: DecodeOptions): Message[] {
  if (text(GEN_AI.responseId)?.startsWith('resp_') !== true || /gpt-oss/i.test(model)) return messages;
  const summarised = (part: Part): Part =>
    part.kind === 'reasoning' && part.format === 'parsed' && ANY_THOUGHT.has(part.field)
      ? { ...part, format: 'summary' }
      : part;
  return messages.map((message) => ({ ...message, parts: message.parts.map(summarised) }));
}
