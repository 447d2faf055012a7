/** Decoded spans → one model. A dialect is one file and one row here. */
import type { Span } from '../otlp/wire.ts';
import { combine } from './combine.ts';
import { marksOf, readerOf, type Dialect } from './dialect.ts';
import { AI_SDK } from './ai-sdk.ts';
import { AI_SDK_LEGACY } from './ai-sdk-legacy.ts';
import { ANTHROPIC_SDK } from './anthropic-sdk.ts';
import { CLAUDE_CODE } from './claude-code.ts';
import { CODEX } from './codex.ts';
import { GEN_AI_EVENTS } from './gen-ai-events.ts';
import { GOOGLE_ADK } from './google-adk.ts';
import { LAMINAR } from './laminar.ts';
import { LANGFUSE } from './langfuse.ts';
import { LANGSMITH } from './langsmith.ts';
import { LIVEKIT } from './livekit.ts';
import { LOGFIRE } from './logfire.ts';
import { MASTRA } from './mastra.ts';
import { MCP } from './mcp.ts';
import { MICROSOFT } from './microsoft.ts';
import { MLFLOW } from './mlflow.ts';
import { OPENINFERENCE } from './openinference.ts';
import { OPENLLMETRY } from './openllmetry.ts';
import { PYDANTIC_AI } from './pydantic-ai.ts';
import { STRANDS } from './strands.ts';
import { GEN_AI_DIALECT, NATIVE_DIALECT } from './gen-ai.ts';
import type { NormalisedSpan } from './model.ts';

export type { Generation, NormalisedSpan, SpanContext } from './model.ts';

/** In the order of precedence: the first that knows a span names its convention, and its fields win. */
const DIALECTS: readonly Dialect[] = [
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
  OPENLLMETRY,
  MICROSOFT,
  STRANDS,
  MCP,
  GEN_AI_DIALECT,
  GEN_AI_EVENTS,
];

/** What nobody knows is kept verbatim, as a span of the tree. */
const UNKNOWN = 'other';

export function normalise(span: Span): NormalisedSpan {
  const marks = marksOf(span);
  const known = NATIVE_DIALECT.detects(marks) ? [NATIVE_DIALECT] : DIALECTS.filter(({ detects }) => detects(marks));
  const reader = readerOf(span);
  const facts = known.map((dialect) => dialect.facts(reader));
  return { span, convention: known[0]?.name ?? UNKNOWN, ...combine(span, facts) };
}
