/** Reads the messages in a span from any sender: for the rows that ingest writes, and for reprocessing stored spans. */
import type { DecodeOptions } from '../wire/message-foreign.ts';
import type { Message } from '../message.ts';
import type { Part } from '../part.ts';
import { GEN_AI } from '../wire/span-keys.ts';
import { AI_SDK_LEGACY } from './ai-sdk-legacy.ts';
import { ANTHROPIC_SDK } from './anthropic-sdk.ts';
import { hasThinking } from '../wire/bodies.ts';
import { BRAINTRUST } from './braintrust.ts';
import { CLAUDE_CODE } from './claude-code.ts';
import { COPILOT_CHAT } from './copilot-chat.ts';
import { GEN_AI_DIALECT, NATIVE_DIALECT } from './gen-ai.ts';
import { GEN_AI_EVENTS } from './gen-ai-events.ts';
import { GEMINI_CLI } from './gemini-cli.ts';
import { GENKIT } from './genkit.ts';
import { GOOGLE_ADK } from './google-adk.ts';
import { HAYSTACK } from './haystack.ts';
import { LAMINAR } from './laminar.ts';
import { LANGFUSE, LANGFUSE_BESIDE } from './langfuse.ts';
import { LANGSMITH } from './langsmith.ts';
import { LANGWATCH } from './langwatch.ts';
import { LITELLM } from './litellm.ts';
import { LIVEKIT } from './livekit.ts';
import { LOGFIRE } from './logfire.ts';
import { MASTRA } from './mastra.ts';
import { MLFLOW } from './mlflow.ts';
import { OPENINFERENCE } from './openinference.ts';
import { OPENLIT } from './openlit.ts';
import { OPENLLMETRY } from './openllmetry.ts';
import { OPENROUTER } from './openrouter.ts';
import { PYDANTIC_AI } from './pydantic-ai.ts';
import { QWEN_CODE } from './qwen-code.ts';
import { marksOf, type Dialect, type Sent, type SentSpan } from './sent-span.ts';
import { STRANDS } from './strands.ts';

/**
 * In order of precedence: the first dialect that recognizes a span names its convention, and its values win. Dialects
 * without messages provide other values.
 */
const DIALECTS: readonly Dialect[] = [
  LANGFUSE,
  OPENINFERENCE,
  CLAUDE_CODE,
  ANTHROPIC_SDK,
  // Its scope is the name that the host program gives itself.
  {
    name: 'codex',
    detects: ({ span, scope, prefixes }) =>
      span.startsWith('codex.') || scope.startsWith('codex') || prefixes.has('codex'),
  },
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
  { name: 'openclaw', detects: ({ span, prefixes }) => span.startsWith('openclaw.') || prefixes.has('openclaw') },
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
  GEN_AI_DIALECT,
  GEN_AI_EVENTS,
  LANGFUSE_BESIDE,
];

export function dialectsOf(sent: Sent): readonly Dialect[] {
  const marks = marksOf(sent);
  if (NATIVE_DIALECT.detects(marks)) return [NATIVE_DIALECT];
  return DIALECTS.filter(({ detects }) => detects(marks));
}

/** The input of the span. */
export function sentInput(sent: SentSpan, dialects: readonly Dialect[], options: DecodeOptions = {}): Message[] {
  const fromElsewhere = dialects.some(({ readsGenAi, input }) => readsGenAi && input);
  const readers = fromElsewhere ? dialects.filter((dialect) => dialect !== GEN_AI_DIALECT) : dialects;
  const found = firstMessages(readers.map(({ input }) => input?.bind(undefined, sent, options)));
  return dialects[0] === NATIVE_DIALECT ? found : withSummaries(found, sent, options);
}

/** The output of the span. */
export function sentOutput(sent: SentSpan, dialects: readonly Dialect[], options: DecodeOptions = {}): Message[] {
  const found = firstMessages(dialects.map(({ output }) => output?.bind(undefined, sent, options)));
  return dialects[0] === NATIVE_DIALECT ? found : withSummaries(found, sent, options);
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
