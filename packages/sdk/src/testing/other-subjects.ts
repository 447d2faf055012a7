/**
 * Libraries that take `observeFetch()` as an option: AI SDK, LangChain, plain calls. The AWS client, which takes no
 * fetch, is in aws-subjects.ts.
 */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { ChatAnthropic } from '@langchain/anthropic';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, jsonSchema, streamText, tool, type LanguageModel } from 'ai';
import { ANSWER, collected, type SubjectCalls, type Subject, type Observation } from './client-subjects.ts';
import { AWS_SUBJECTS } from './aws-subjects.ts';
import * as vendor from './wire-vendors.ts';
import * as wire from './wire.ts';

const model = 'test-model';
const apiKey = 'sk-test';
const prompt = 'What is the weather in Oslo?';

// ── AI SDK ────────────────────────────────────────────────────────────────────────────────────────────────────────────
const city = jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } });
const tools = { get_weather: tool({ inputSchema: city }) };

function aiSdk(languageModel: LanguageModel): SubjectCalls {
  const options = { model: languageModel, tools, prompt };
  return {
    async ask() {
      const { toolCalls, reasoningText } = await generateText(options);
      return [toolCalls, reasoningText];
    },
    async stream() {
      const { toolCalls, reasoningText } = streamText(options);
      return [await toolCalls, await reasoningText];
    },
  };
}

const AI_SDK: Subject[] = [
  {
    name: '@ai-sdk/openai',
    api: 'openai.responses',
    whole: () => wire.responses(ANSWER),
    streamed: () => wire.responsesStream(ANSWER),
    make: (url, { fetch }) => aiSdk(createOpenAI({ apiKey, baseURL: `${url}/v1`, fetch }).responses(model)),
  },
  {
    name: '@ai-sdk/anthropic',
    api: 'anthropic.messages',
    whole: () => wire.anthropic(ANSWER),
    streamed: () => wire.anthropicStream(ANSWER),
    make: (url, { fetch }) => aiSdk(createAnthropic({ apiKey, baseURL: `${url}/v1`, fetch })(model)),
  },
  {
    name: '@ai-sdk/google',
    api: 'gemini.generateContent',
    whole: () => vendor.gemini(ANSWER),
    streamed: () => vendor.geminiStream(ANSWER),
    make: (url, { fetch }) => aiSdk(createGoogle({ apiKey, baseURL: url, fetch })(model)),
  },
];

// ── LangChain ─────────────────────────────────────────────────────────────────────────────────────────────────────────
type ChatModel = Pick<ChatOpenAI | ChatAnthropic, 'invoke' | 'stream'>;

function langChain(chatModel: ChatModel): SubjectCalls {
  return {
    ask: async () => (await chatModel.invoke(prompt)).toDict(),
    async stream() {
      const messages = await collected(await chatModel.stream(prompt));
      return messages.map((message) => (message as { toDict(): unknown }).toDict());
    },
  };
}

const LANG_CHAIN: Subject[] = [
  {
    name: '@langchain/openai',
    repeats: false,
    api: 'openai.chat',
    whole: () => wire.chat(ANSWER),
    streamed: () => wire.chatStream(ANSWER),
    make: (url, { fetch }) =>
      langChain(new ChatOpenAI({ apiKey, model, configuration: { baseURL: `${url}/v1`, fetch } })),
  },
  {
    name: '@langchain/anthropic',
    repeats: false,
    api: 'anthropic.messages',
    whole: () => wire.anthropic(ANSWER),
    streamed: () => wire.anthropicStream(ANSWER),
    make: (url, { fetch }) =>
      langChain(new ChatAnthropic({ apiKey, model, clientOptions: { baseURL: url, fetch } as never })),
  },
];

// ── Plain fetch ───────────────────────────────────────────────────────────────────────────────────────────────────────
function posted(url: string, { fetch }: Observation, stream: boolean): Promise<Response> {
  const body = JSON.stringify({ model, stream, messages: [{ role: 'user', content: prompt }] });
  return fetch(`${url}/v1/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

const PLAIN: Subject = {
  name: 'plain fetch',
  repeats: false,
  api: 'openai.chat',
  whole: () => wire.chat(ANSWER),
  streamed: () => wire.chatStream(ANSWER),
  make: (url, way) => ({
    ask: async () => (await posted(url, way, false)).json(),
    stream: async () => (await posted(url, way, true)).text(),
  }),
};

export const OTHER_SUBJECTS: readonly Subject[] = [...AWS_SUBJECTS, ...AI_SDK, ...LANG_CHAIN, PLAIN];
