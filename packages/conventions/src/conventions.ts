/** Reads the messages in a span from any sender: for the rows that ingest writes, and for reprocessing stored spans. */
import { GEN_AI, hasThinking, type DecodeOptions, type Message, type Part } from '@subtext/reasoning';
import { AI_SDK_LEGACY } from './senders/ai-sdk-legacy.ts';
import { ANTHROPIC_SDK } from './senders/anthropic-sdk.ts';
import { BRAINTRUST } from './senders/braintrust.ts';
import { CLAUDE_CODE } from './senders/claude-code.ts';
import { CODEX } from './senders/codex.ts';
import { COPILOT_CHAT } from './senders/copilot-chat.ts';
import { GEN_AI_CONVENTION, SUBTEXT_SDK } from './senders/gen-ai.ts';
import { GEN_AI_EVENTS } from './senders/gen-ai-events.ts';
import { GEMINI_CLI } from './senders/gemini-cli.ts';
import { GENKIT } from './senders/genkit.ts';
import { GOOGLE_ADK } from './senders/google-adk.ts';
import { HAYSTACK } from './senders/haystack.ts';
import { LAMINAR } from './senders/laminar.ts';
import { LANGFUSE, LANGFUSE_BESIDE } from './senders/langfuse.ts';
import { LANGSMITH } from './senders/langsmith.ts';
import { LANGWATCH } from './senders/langwatch.ts';
import { LITELLM } from './senders/litellm.ts';
import { LIVEKIT } from './senders/livekit.ts';
import { LOGFIRE } from './senders/logfire.ts';
import { MASTRA } from './senders/mastra.ts';
import { MLFLOW } from './senders/mlflow.ts';
import { OPENCLAW } from './senders/openclaw.ts';
import { OPENINFERENCE } from './senders/openinference.ts';
import { OPENLIT } from './senders/openlit.ts';
import { OPENLLMETRY } from './senders/openllmetry.ts';
import { OPENROUTER } from './senders/openrouter.ts';
import { PYDANTIC_AI } from './senders/pydantic-ai.ts';
import { QWEN_CODE } from './senders/qwen-code.ts';
import { marksOf, type Convention } from './convention.ts';
import type { Sent, SentSpan } from './sent-span.ts';
import { STRANDS } from './senders/strands.ts';

/**
 * In order of precedence: the first that recognizes a span is stored as its convention, and its values win. Those without
 * messages have other facts.
 */
const CONVENTIONS: readonly Convention[] = [
  LANGFUSE,
  OPENINFERENCE,
  CLAUDE_CODE,
  ANTHROPIC_SDK,
  CODEX,
  { name: 'ai-sdk-7', detects: ({ scope }) => scope === 'gen_ai' },
  AI_SDK_LEGACY,
  PYDANTIC_AI,
  LOGFIRE,
  GOOGLE_ADK,
  LANGSMITH,
  MLFLOW,
  LAMINAR,
  MASTRA,
  LIVEKIT,
  GENKIT,
  HAYSTACK,
  LANGWATCH,
  COPILOT_CHAT,
  GEMINI_CLI,
  QWEN_CODE,
  OPENCLAW,
  // Spans of Micrometer: no other name identifies their sender. It carries no messages.
  {
    name: 'spring-ai',
    detects: ({ prefixes, has, scope }) =>
      has('spring.ai.kind') || (prefixes.has('gen_ai') && scope.startsWith('org.springframework')),
  },
  LITELLM,
  OPENROUTER,
  OPENLIT,
  OPENLLMETRY,
  BRAINTRUST,
  {
    name: 'microsoft',
    detects: ({ scope, prefixes }) =>
      scope === 'agent_framework' || prefixes.has('sk') || /^(?:Microsoft\.SemanticKernel|semantic_kernel)/.test(scope),
  },
  STRANDS,
  { name: 'mcp', detects: ({ has }) => has('mcp.method.name') },
  GEN_AI_CONVENTION,
  GEN_AI_EVENTS,
  LANGFUSE_BESIDE,
];

export function conventionsOf(sent: Sent): readonly Convention[] {
  const marks = marksOf(sent);
  if (SUBTEXT_SDK.detects(marks)) return [SUBTEXT_SDK];
  return CONVENTIONS.filter(({ detects }) => detects(marks));
}

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
