import { AnthropicInstrumentation } from '@traceloop/instrumentation-anthropic';
import { OpenAIInstrumentation } from '@traceloop/instrumentation-openai';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { askByMessages } from './anthropic.ts';
import { askByChat } from './openai-chat.ts';
import { askByResponses } from './openai-responses.ts';
import { PROVIDER_URL, traced } from './tracing.ts';

/**
 * Version 1 of the client has no text completions any more, which this version of the instrumentation patches as well.
 */
class Completions {
  create(): void {}
}
const { Messages, Beta } = Anthropic;

const AGENTS: Record<string, () => Promise<unknown>> = {
  chat: () => askByChat(new OpenAI({ apiKey: 'none', baseURL: `${PROVIDER_URL}/v1` })),
  responses: () => askByResponses(new OpenAI({ apiKey: 'none', baseURL: `${PROVIDER_URL}/v1` })),
  anthropic: () =>
    askByMessages(
      new Anthropic({ apiKey: 'none', baseURL: PROVIDER_URL, openTelemetry: { traces: { enabled: false } } }),
    ),
};

new OpenAIInstrumentation().manuallyInstrument(OpenAI);
new AnthropicInstrumentation().manuallyInstrument({ Anthropic: { Completions, Messages, Beta } } as never);
await traced(AGENTS[process.argv[2] ?? '']!);
