/** What a span reports besides its messages, by its convention. */
import type { Convention } from '../convention.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { aiSdkFacts } from './ai-sdk.ts';
import { aiSdkLegacyFacts } from './ai-sdk-legacy.ts';
import { anthropicSdkFacts } from './anthropic-sdk.ts';
import { genkitFacts } from './genkit.ts';
import { googleAdkFacts } from './google-adk.ts';
import { haystackFacts } from './haystack.ts';
import { livekitFacts } from './livekit.ts';
import { mastraFacts } from './mastra.ts';
import { mcpFacts } from './mcp.ts';
import { microsoftFacts } from './microsoft.ts';
import { openInferenceFacts } from './openinference.ts';
import { openllmetryFacts } from './openllmetry.ts';
import { pydanticAiFacts } from './pydantic-ai.ts';
import { springAiFacts } from './spring-ai.ts';
import { strandsFacts } from './strands.ts';
import { genAiFacts, nativeFacts } from './gen-ai.ts';

/** By the name of the convention. The events of generation A have nothing but messages. */
const FACTS: ReadonlyMap<string, (reader: SpanReader) => SpanFacts> = new Map([
  ['subtext', nativeFacts],
  ['openinference', openInferenceFacts],
  ['anthropic', anthropicSdkFacts],
  ['ai-sdk-7', aiSdkFacts],
  ['ai-sdk', aiSdkLegacyFacts],
  ['pydantic-ai', pydanticAiFacts],
  ['google-adk', googleAdkFacts],
  ['mastra', mastraFacts],
  ['livekit', livekitFacts],
  ['genkit', genkitFacts],
  ['haystack', haystackFacts],
  ['spring-ai', springAiFacts],
  ['openllmetry', openllmetryFacts],
  ['microsoft', microsoftFacts],
  ['strands', strandsFacts],
  ['mcp', mcpFacts],
  ['gen-ai', genAiFacts],
]);

export const factsOf = ({ name, facts }: Convention, reader: SpanReader): SpanFacts =>
  facts?.(reader) ?? FACTS.get(name)?.(reader) ?? {};
