import { createOpenAI } from 'ai-sdk-openai-3';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai-6';
import { MODEL, QUESTION, resultOf, SESSION, TOOLS } from '../conversation.ts';
import { PROVIDER_URL, traced } from './tracing.ts';

const model = createOpenAI({ apiKey: 'none', baseURL: `${PROVIDER_URL}/v1` })(MODEL);
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
const telemetry = { isEnabled: true, metadata: { sessionId: SESSION } };
await traced(() =>
  generateText({ model, tools, prompt: QUESTION, stopWhen: stepCountIs(5), experimental_telemetry: telemetry }),
);
