/** What has no fetch to give (AWS), and what takes `observeFetch()` as an option (AI SDK, LangChain, an application's own calls). */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  InvokeModelCommand,
  InvokeModelWithResponseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { ChatAnthropic } from '@langchain/anthropic';
import { ChatOpenAI } from '@langchain/openai';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { generateText, jsonSchema, streamText, tool, type LanguageModel } from 'ai';
import { ANSWER, collected, eventsOf, type Asked, type Subject, type Way } from './client-subjects.ts';
import { awsChunks } from './aws-frames.ts';
import * as vendor from './wire-vendors.ts';
import * as wire from './wire.ts';

const model = 'test-model';
const apiKey = 'sk-test';
const prompt = 'What is the weather in Oslo?';

// ── AWS ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
const CLAUDE = 'anthropic.claude-opus-4-8-v1:0';
const CONVERSATION = { modelId: CLAUDE, messages: [{ role: 'user' as const, content: [{ text: prompt }] }] };
const INVOCATION = {
  modelId: CLAUDE,
  contentType: 'application/json',
  body: JSON.stringify({
    anthropic_version: 'bedrock-2023-05-31',
    max_tokens: 100,
    messages: [{ role: 'user', content: prompt }],
  }),
};

/** By HTTP/1; the client's own choice is HTTP/2, which has a test of its own. */
export function bedrockClient(endpoint: string, more: object = {}): BedrockRuntimeClient {
  const credentials = { accessKeyId: 'AKTEST', secretAccessKey: 'secret' };
  const requestHandler = new NodeHttpHandler();
  return new BedrockRuntimeClient({ region: 'us-east-1', endpoint, credentials, requestHandler, ...more });
}

/** Without what belongs to one sending alone: ids, sockets, time. */
function answered<Output extends { $metadata: unknown }>(output: Output): object {
  return { ...output, $metadata: undefined };
}

export function converseOf(client: BedrockRuntimeClient): Asked {
  return {
    ask: async () => answered(await client.send(new ConverseCommand(CONVERSATION))),
    stream: async () => collected((await client.send(new ConverseStreamCommand(CONVERSATION))).stream),
  };
}

/** A stream of Converse that the caller may break off. */
export async function streamOf(
  client: BedrockRuntimeClient,
  abortSignal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  const { stream } = await client.send(new ConverseStreamCommand(CONVERSATION), { abortSignal });
  if (!stream) throw new Error('no stream came');
  return stream;
}

function invokeOf(client: BedrockRuntimeClient): Asked {
  return {
    ask: async () => (await client.send(new InvokeModelCommand(INVOCATION))).body.transformToString(),
    stream: async () => collected((await client.send(new InvokeModelWithResponseStreamCommand(INVOCATION))).body),
  };
}

export const converseAnswers = {
  api: 'bedrock.converse',
  whole: () => vendor.converse(ANSWER),
  streamed: () => vendor.converseStream(ANSWER),
};

const AWS: Subject[] = [
  {
    name: '@aws-sdk/client-bedrock-runtime, Converse',
    ...converseAnswers,
    make: (url, { observe }) => converseOf(observe(bedrockClient(url))),
  },
  {
    name: '@aws-sdk/client-bedrock-runtime, InvokeModel',
    api: 'anthropic.messages',
    whole: () => wire.anthropic(ANSWER),
    streamed: () => awsChunks(eventsOf(wire.anthropicStream(ANSWER))),
    make: (url, { observe }) => invokeOf(observe(bedrockClient(url))),
  },
];

// ── AI SDK ────────────────────────────────────────────────────────────────────────────────────────────────────────────
const city = jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } });
const tools = { get_weather: tool({ inputSchema: city }) };

function aiSdk(languageModel: LanguageModel): Asked {
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

function langChain(chatModel: ChatModel): Asked {
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
function posted(url: string, { fetch }: Way, stream: boolean): Promise<Response> {
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

export const OTHER_SUBJECTS: readonly Subject[] = [...AWS, ...AI_SDK, ...LANG_CHAIN, PLAIN];
