/** The one table of all conventions, in order of precedence. */
import { marksOf, type Convention } from './convention.ts';
import type { Sent } from './sent-span.ts';
import type { SessionRecords } from './session-records.ts';
import { AI_SDK_LEGACY } from './senders/ai-sdk-legacy.ts';
import { AI_SDK } from './senders/ai-sdk.ts';
import { ANTHROPIC_SDK } from './senders/anthropic-sdk.ts';
import { BRAINTRUST } from './senders/braintrust.ts';
import { CLAUDE_CODE } from './senders/claude-code.ts';
import { CODEX } from './senders/codex.ts';
import { COPILOT_CHAT } from './senders/copilot-chat.ts';
import { GEMINI_CLI } from './senders/gemini-cli.ts';
import { GEN_AI_EVENTS } from './senders/gen-ai-events.ts';
import { GEN_AI_CONVENTION, SUBTEXT_SDK } from './senders/gen-ai.ts';
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
import { MCP } from './senders/mcp.ts';
import { MICROSOFT } from './senders/microsoft.ts';
import { MLFLOW } from './senders/mlflow.ts';
import { OPENCLAW } from './senders/openclaw.ts';
import { OPENINFERENCE } from './senders/openinference.ts';
import { OPENLIT } from './senders/openlit.ts';
import { OPENLLMETRY } from './senders/openllmetry.ts';
import { OPENROUTER } from './senders/openrouter.ts';
import { PYDANTIC_AI } from './senders/pydantic-ai.ts';
import { QWEN_CODE } from './senders/qwen-code.ts';
import { SPRING_AI } from './senders/spring-ai.ts';
import { STRANDS } from './senders/strands.ts';
import { VOLTAGENT } from './senders/voltagent.ts';

/** The first that recognizes a span is stored as its convention, and its values win. */
export const CONVENTIONS: readonly Convention[] = [
  LANGFUSE,
  OPENINFERENCE,
  CLAUDE_CODE,
  ANTHROPIC_SDK,
  CODEX,
  AI_SDK,
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
  VOLTAGENT,
  HAYSTACK,
  LANGWATCH,
  COPILOT_CHAT,
  GEMINI_CLI,
  QWEN_CODE,
  OPENCLAW,
  SPRING_AI,
  LITELLM,
  OPENROUTER,
  OPENLIT,
  OPENLLMETRY,
  BRAINTRUST,
  MICROSOFT,
  STRANDS,
  MCP,
  GEN_AI_CONVENTION,
  GEN_AI_EVENTS,
  LANGFUSE_BESIDE,
];

/** The senders that report sessions in log records. Their prefixes differ, so a record belongs to one of them. */
export const SESSION_RECORDS: readonly SessionRecords[] = CONVENTIONS.flatMap(({ session }) => session ?? []);

export function conventionsOf(sent: Sent): readonly Convention[] {
  const marks = marksOf(sent);
  if (SUBTEXT_SDK.detects(marks)) return [SUBTEXT_SDK];
  return CONVENTIONS.filter(({ detects }) => detects(marks));
}
