/**
 * Every supported client with the same question, bare or observed: how it is created, how it is called, and the
 * provider's answer.
 */
import { AnthropicBedrock } from '@anthropic-ai/bedrock-sdk';
import Anthropic from '@anthropic-ai/sdk';
import { AnthropicVertex } from '@anthropic-ai/vertex-sdk';
import { Cerebras } from '@cerebras/cerebras_cloud_sdk';
import { GoogleGenAI } from '@google/genai';
import { CohereClientV2 } from 'cohere-ai';
import Groq from 'groq-sdk';
import { Ollama } from 'ollama';
import OpenAI, { AzureOpenAI } from 'openai';
import { awsChunks } from './aws-frames.ts';
import type { Reply } from './replay-server.ts';
import * as vendor from './wire-vendors.ts';
import * as wire from './wire.ts';

/** How a client is observed; in the bare variant both do nothing. */
export interface Observation {
  observe<Client extends object>(client: Client): Client;
  fetch: typeof globalThis.fetch;
}

export interface SubjectCalls {
  /** The caller's result, complete or in pieces. */
  ask: () => Promise<unknown>;
  /** Absent when the client cannot stream, or when its stream is the same. */
  stream?: () => Promise<unknown>;
}

/**
 * `@mistralai/mistralai` and `@openrouter/sdk` declare a global `ReadableStream` for everything that is compiled with
 * them.
 */
const withoutTypes = (name: string): Promise<object> => import(name) as Promise<object>;

export interface MistralClient {
  chat: { complete(request: object): Promise<object>; stream(request: object): Promise<object> };
}
type MistralModule = { Mistral: new (options: object) => MistralClient };
export const { Mistral } = (await withoutTypes('@mistralai/mistralai')) as MistralModule;

interface OpenRouterClient {
  chat: { send(request: object): Promise<object> };
}
type OpenRouterModule = { OpenRouter: new (options: object) => OpenRouterClient };
export const { OpenRouter } = (await withoutTypes('@openrouter/sdk')) as OpenRouterModule;

export interface Subject {
  name: string;
  /** The `subtext.api` of its wire format. */
  api: string;
  make(url: string, way: Observation): SubjectCalls;
  /** False when the client does not retry, or numbers each attempt as the first. */
  repeats?: false;
  whole: () => Reply;
  streamed?: () => Reply;
}

export const THINKING = 'The user asks about Oslo, so I need the weather there.';
export const TOOL = { id: 'call_osloABC1', name: 'get_weather', arguments: { city: 'Oslo' } };
export const ANSWER = { thinking: THINKING, reasoning: THINKING, summary: THINKING, id: 'answer-1', tools: [TOOL] };

const model = 'test-model';
const apiKey = 'sk-test';
const content = 'What is the weather in Oslo?';
const QUESTION = [{ role: 'user' as const, content }];
const CHAT = { model, messages: QUESTION };
const MESSAGE = { model: 'claude-opus-4-8', max_tokens: 100, messages: QUESTION };

export async function collected(pieces: unknown): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const piece of pieces as AsyncIterable<unknown>) all.push(piece);
  return all;
}

/** The error as the caller sees it. */
export async function thrownBy(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return { answered: await ask() };
  } catch (error) {
    if (!(error instanceof Error)) return error;
    const { name, message, cause } = error;
    return { name, message, type: error.constructor.name, cause: cause instanceof Error ? cause.message : null };
  }
}

const chatAnswers = { api: 'openai.chat', whole: () => wire.chat(ANSWER), streamed: () => wire.chatStream(ANSWER) };
const messageAnswers = {
  api: 'anthropic.messages',
  whole: () => wire.anthropic(ANSWER),
  streamed: () => wire.anthropicStream(ANSWER),
};

/** `openai`, `groq-sdk` and `@cerebras/cerebras_cloud_sdk` have the same methods. */
function chatOf(client: object): SubjectCalls {
  const { chat } = client as OpenAI;
  return {
    ask: () => chat.completions.create(CHAT),
    stream: async () => collected(await chat.completions.create({ ...CHAT, stream: true })),
  };
}

function messagesOf(client: object): SubjectCalls {
  const { messages } = client as Anthropic;
  return {
    ask: () => messages.create(MESSAGE),
    stream: async () => collected(await messages.create({ ...MESSAGE, stream: true })),
  };
}

/** The events of a stream, for hosts that wrap them. */
export function eventsOf(reply: Reply): object[] {
  const data = String(reply.body).matchAll(/^data: (\{.*)$/gm);
  return [...data].map(([, event = '']) => JSON.parse(event) as object);
}

const OPENAI: Subject[] = [
  {
    name: 'openai, chat completions',
    ...chatAnswers,
    make: (url, { observe }) => chatOf(observe(new OpenAI({ apiKey, baseURL: `${url}/v1` }))),
  },
  {
    name: 'openai, responses',
    api: 'openai.responses',
    whole: () => wire.responses(ANSWER),
    streamed: () => wire.responsesStream(ANSWER),
    make(url, { observe }) {
      const { responses } = observe(new OpenAI({ apiKey, baseURL: `${url}/v1` }));
      return {
        ask: () => responses.create({ model, input: content }),
        stream: async () => collected(await responses.create({ model, input: content, stream: true })),
      };
    },
  },
  {
    name: 'openai, AzureOpenAI',
    ...chatAnswers,
    make: (url, { observe }) =>
      chatOf(observe(new AzureOpenAI({ apiKey, baseURL: `${url}/openai`, apiVersion: '2026-01-01' }))),
  },
  {
    name: 'groq-sdk',
    ...chatAnswers,
    make: (url, { observe }) => chatOf(observe(new Groq({ apiKey, baseURL: url }))),
  },
  {
    // Has its own fetch, whose bodies are Node streams.
    name: '@cerebras/cerebras_cloud_sdk',
    ...chatAnswers,
    make: (url, { observe }) => chatOf(observe(new Cerebras({ apiKey, baseURL: url, warmTCPConnection: false }))),
  },
];

function fingerprinted(reply: Reply): Reply {
  const body = { ...(JSON.parse(String(reply.body)) as object), system_fingerprint: 'fp' };
  return { ...reply, body: JSON.stringify(body) };
}

const AWS_KEYS = { awsAccessKey: 'AKTEST', awsSecretKey: 'secret', awsRegion: 'us-east-1' };
const GOOGLE_LOGIN = {
  projectId: 'p',
  getRequestHeaders: () => Promise.resolve(new Headers({ authorization: 'Bearer t' })),
};

const ANTHROPIC: Subject[] = [
  {
    name: '@anthropic-ai/sdk',
    ...messageAnswers,
    // When bare, its own spans would send a trace header once a provider is registered.
    make: (url, { observe }) => messagesOf(observe(new Anthropic({ apiKey, baseURL: url, openTelemetry: false }))),
  },
  {
    name: '@anthropic-ai/vertex-sdk',
    ...messageAnswers,
    make(url, { observe }) {
      const authClient = GOOGLE_LOGIN as never;
      const settings = { baseURL: url, region: 'us-east5', projectId: 'p', authClient, openTelemetry: false as const };
      return messagesOf(observe(new AnthropicVertex(settings)));
    },
  },
  {
    name: '@anthropic-ai/bedrock-sdk',
    ...messageAnswers,
    streamed: () => awsChunks(eventsOf(wire.anthropicStream(ANSWER))),
    make: (url, { observe }) =>
      messagesOf(observe(new AnthropicBedrock({ ...AWS_KEYS, baseURL: url, openTelemetry: false }))),
  },
];

const SOON = {
  strategy: 'backoff',
  backoff: { initialInterval: 1, maxInterval: 1, exponent: 1, maxElapsedTime: 1_000 },
  retryConnectionErrors: true,
};

const OTHERS: Subject[] = [
  {
    name: '@google/genai, generateContent',
    api: 'gemini.generateContent',
    whole: () => vendor.gemini(ANSWER),
    streamed: () => vendor.geminiStream(ANSWER),
    make(url, { observe }) {
      const retryOptions = { attempts: 2, initialDelay: 0.001 };
      const { models } = observe(new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url, retryOptions } }));
      return {
        ask: () => models.generateContent({ model, contents: content }),
        stream: async () => collected(await models.generateContentStream({ model, contents: content })),
      };
    },
  },
  {
    name: '@google/genai, interactions',
    api: 'gemini.interactions',
    whole: () => vendor.interaction(ANSWER),
    streamed: () => vendor.interactionStream(ANSWER),
    make(url, { observe }) {
      const { interactions } = observe(new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } }));
      return {
        ask: () => interactions.create({ model, input: content }),
        stream: async () => collected(await interactions.create({ model, input: content, stream: true })),
      };
    },
  },
  {
    name: 'ollama',
    repeats: false,
    api: 'ollama.chat',
    whole: () => vendor.ollama(ANSWER),
    streamed: () => vendor.ollamaStream(ANSWER),
    make(url, { observe }) {
      const ollama = observe(new Ollama({ host: url }));
      return {
        ask: () => ollama.chat(CHAT),
        stream: async () => collected(await ollama.chat({ ...CHAT, stream: true })),
      };
    },
  },
  {
    name: '@mistralai/mistralai',
    api: 'mistral.chat',
    whole: () => vendor.mistral(ANSWER),
    streamed: () => vendor.mistralStream(ANSWER),
    make(url, { observe }) {
      const { chat } = observe(new Mistral({ apiKey, serverURL: url, retryConfig: SOON }));
      return { ask: () => chat.complete(CHAT), stream: async () => collected(await chat.stream(CHAT)) };
    },
  },
  {
    name: '@openrouter/sdk',
    ...chatAnswers,
    // Requires a field that hosts of open models omit.
    whole: () => fingerprinted(wire.chat(ANSWER)),
    make(url, { observe }) {
      const { chat } = observe(new OpenRouter({ apiKey, serverURL: url, retryConfig: SOON }));
      return {
        ask: () => chat.send({ chatRequest: CHAT }),
        stream: async () => collected(await chat.send({ chatRequest: { ...CHAT, stream: true } })),
      };
    },
  },
  {
    name: 'cohere-ai',
    api: 'cohere.chat',
    whole: () => vendor.cohere(ANSWER),
    streamed: () => vendor.cohereStream(ANSWER),
    make(url, { observe }) {
      const cohere = observe(new CohereClientV2({ token: apiKey, baseUrl: url }));
      return { ask: () => cohere.chat(CHAT), stream: async () => collected(await cohere.chatStream(CHAT)) };
    },
  },
];

export const CLIENT_SUBJECTS: readonly Subject[] = [...OPENAI, ...ANTHROPIC, ...OTHERS];
