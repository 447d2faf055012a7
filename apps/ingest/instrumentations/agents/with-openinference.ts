import { AnthropicInstrumentation } from '@arizeai/openinference-instrumentation-anthropic';
import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { askByMessages } from './anthropic.ts';
import { askByChat } from './openai-chat.ts';
import { askByResponses } from './openai-responses.ts';
import { PROVIDER_URL, traced } from './tracing.ts';

const AGENTS: Record<string, () => Promise<unknown>> = {
  chat: () => askByChat(new OpenAI({ apiKey: 'none', baseURL: `${PROVIDER_URL}/v1` })),
  responses: () => askByResponses(new OpenAI({ apiKey: 'none', baseURL: `${PROVIDER_URL}/v1` })),
  anthropic: () =>
    askByMessages(
      new Anthropic({ apiKey: 'none', baseURL: PROVIDER_URL, openTelemetry: { traces: { enabled: false } } }),
    ),
};

new OpenAIInstrumentation().manuallyInstrument(OpenAI);
new AnthropicInstrumentation().manuallyInstrument(Anthropic);
await traced(AGENTS[process.argv[2] ?? '']!);
