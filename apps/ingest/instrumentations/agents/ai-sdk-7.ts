import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { OpenTelemetry } from '@ai-sdk/otel';
import { generateText, isStepCount, jsonSchema, registerTelemetry, tool } from 'ai';
import { MODEL, QUESTION, resultOf, TOOLS } from '../conversation.ts';
import { PROVIDER_URL, traced } from './tracing.ts';

registerTelemetry(new OpenTelemetry({ usage: true }));

const settings = { apiKey: 'none', baseURL: `${PROVIDER_URL}/v1` };
const models = { openai: () => createOpenAI(settings)(MODEL), anthropic: () => createAnthropic(settings)(MODEL) };
const model = models[process.argv[2] as keyof typeof models]();
const tools = Object.fromEntries(
  TOOLS.map(({ name, description, parameters }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema({ ...parameters, required: [...parameters.required] }),
      execute: () => Promise.resolve(resultOf(name)),
    }),
  ]),
);
await traced(() => generateText({ model, tools, prompt: QUESTION, stopWhen: isStepCount(5) }));
