/**
 * `reasoningRequest` with the real clients: its parameters have the right types, and the server receives what the API
 * requires.
 */
import Anthropic from '@anthropic-ai/sdk';
import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { Cerebras } from '@cerebras/cerebras_cloud_sdk';
import { GoogleGenAI } from '@google/genai';
import type { ChatCompletionRequest } from '@mistralai/mistralai/models/components/chatcompletionrequest.js';
import { CohereClientV2 } from 'cohere-ai';
import Groq from 'groq-sdk';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reasoningRequest, type ReasoningRequest, type ReasoningTarget, type ReasoningWish } from '../index.ts';
import { Mistral, OpenRouter } from '../testing/client-subjects.ts';
import { bedrockClient } from '../testing/aws-subjects.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';

let server: ReplayServer;
beforeAll(async () => {
  server = await startReplayServer();
  server.route(() => ({ status: 400, headers: { 'content-type': 'application/json' }, body: '{}' }));
});
afterAll(() => server.close());

const apiKey = 'sk-test';
const messages = [{ role: 'user' as const, content: 'Why?' }];
const once = { apiKey, maxRetries: 0 };

function accepted<Parameters extends object>(result: ReasoningRequest<Parameters>): Parameters {
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.parameters;
}

/** The body that the client sends; its answer is an error, which does not matter here. */
async function sentBy(call: () => PromiseLike<unknown>): Promise<unknown> {
  const arrival = server.arrival();
  await Promise.resolve(call()).catch(() => undefined);
  return JSON.parse((await arrival).body);
}

/** The parameters for a body that is written without a client. */
const overTheWire = (target: ReasoningTarget, wish: ReasoningWish) =>
  accepted(reasoningRequest({ ...target, form: 'wire' }, wish));

it('openai, Responses', async () => {
  const client = new OpenAI({ ...once, baseURL: server.url });
  const target = { provider: 'openai', model: 'gpt-5.6-sol' } as const;
  const wish = { effort: 'max', summary: 'detailed', stateless: true } as const;
  const parameters = accepted(reasoningRequest(target, wish));
  const sent = await sentBy(() => client.responses.create({ model: target.model, input: 'Why?', ...parameters }));
  expect(sent).toMatchObject(overTheWire(target, wish));
  expect(sent).toMatchObject({ store: false, reasoning: { effort: 'max', summary: 'detailed' } });
});

it('openai, Chat Completions', async () => {
  const client = new OpenAI({ ...once, baseURL: server.url });
  const target = { provider: 'openai', api: 'openai.chat', model: 'gpt-5.2' } as const;
  const parameters = accepted(reasoningRequest(target, { effort: 'xhigh' }));
  const sent = await sentBy(() => client.chat.completions.create({ model: target.model, messages, ...parameters }));
  expect(sent).toMatchObject({ reasoning_effort: 'xhigh' });
});

it.each([
  ['adaptive', { provider: 'anthropic', model: 'claude-opus-5-5' }, { effort: 'xhigh' }],
  ['by budget', { provider: 'anthropic', model: 'claude-opus-4-5' }, { budgetTokens: 2048, interleaved: true }],
  ['between tools', { provider: 'anthropic', model: 'claude-sonnet-5-5' }, { betweenTools: true }],
  ['off', { provider: 'anthropic', model: 'claude-sonnet-5' }, { effort: 'none' }],
] as const)('@anthropic-ai/sdk, %s', async (_kind, target, wish) => {
  const client = new Anthropic({ ...once, baseURL: server.url });
  const result = reasoningRequest(target, wish);
  const body = { model: target.model, max_tokens: 4096, messages, ...accepted(result) };
  const sent = await sentBy(() => client.messages.create(body, { headers: result.ok ? result.headers : undefined }));
  expect(sent).toMatchObject(overTheWire(target, wish));
  const beta = server.requests.at(-1)?.headers['anthropic-beta'];
  expect(beta).toBe('interleaved' in wish ? 'interleaved-thinking-2025-05-14' : undefined);
});

it.each([
  ['by level', { provider: 'google', model: 'gemini-3-flash-preview' }, { effort: 'low' }],
  ['by budget', { provider: 'google', model: 'gemini-2.5-pro' }, { budgetTokens: 512 }],
] as const)('@google/genai, %s', async (_kind, target, wish) => {
  const client = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: server.url } });
  const request = { model: target.model, contents: 'Why?', config: { temperature: 0.5 } };
  const parameters = accepted(reasoningRequest(target, wish, request));
  const sent = await sentBy(() => client.models.generateContent({ ...request, ...parameters }));
  expect(sent).toMatchObject(overTheWire(target, wish));
  expect(sent).toMatchObject({ generationConfig: { temperature: 0.5, thinkingConfig: { includeThoughts: true } } });
});

it.each([
  ['by effort', { provider: 'mistral', model: 'mistral-medium-latest' }, { effort: 'high' }],
  ['by prompt', { provider: 'mistral', model: 'magistral-medium-2506' }, {}],
] as const)('@mistralai/mistralai, %s', async (_kind, target, wish) => {
  const client = new Mistral({ apiKey, serverURL: server.url, retryConfig: { strategy: 'none' } });
  const parameters = accepted(reasoningRequest(target, wish));
  const body: ChatCompletionRequest = {
    model: target.model,
    messages: [{ role: 'user', content: 'Why?' }],
    ...parameters,
  };
  expect(await sentBy(() => client.chat.complete(body))).toMatchObject(overTheWire(target, wish));
});

it('ollama', async () => {
  const client = new Ollama({ host: server.url });
  const target = { provider: 'ollama', model: 'gpt-oss:20b' } as const;
  const parameters = accepted(reasoningRequest(target, { effort: 'high' }));
  const sent = await sentBy(() => client.chat({ model: target.model, messages, ...parameters }));
  expect(sent).toMatchObject({ think: 'high' });
});

it('groq-sdk', async () => {
  const client = new Groq({ ...once, baseURL: server.url });
  const parameters = accepted(reasoningRequest({ provider: 'groq', model: 'qwen/qwen3-32b' }));
  const sent = await sentBy(() => client.chat.completions.create({ model: 'qwen/qwen3-32b', messages, ...parameters }));
  expect(sent).toMatchObject({ reasoning_format: 'parsed' });
});

it('@cerebras/cerebras_cloud_sdk', async () => {
  const client = new Cerebras({ ...once, baseURL: server.url, warmTCPConnection: false });
  const parameters = accepted(reasoningRequest({ provider: 'cerebras', model: 'gpt-oss-120b' }, { effort: 'low' }));
  const sent = await sentBy(() => client.chat.completions.create({ model: 'gpt-oss-120b', messages, ...parameters }));
  expect(sent).toMatchObject({ reasoning_format: 'parsed', reasoning_effort: 'low' });
});

it('cohere-ai', async () => {
  const client = new CohereClientV2({ token: apiKey, environment: server.url });
  const target = { provider: 'cohere', model: 'command-a-reasoning-08-2025' };
  const thinking = accepted(reasoningRequest(target, { budgetTokens: 300 }));
  const options = { maxRetries: 0 };
  const sent = await sentBy(() => client.chat({ model: target.model, messages, ...thinking }, options));
  expect(sent).toMatchObject(overTheWire(target, { budgetTokens: 300 }));
  expect(sent).toMatchObject({ thinking: { type: 'enabled', token_budget: 300 } });
});

it('openai at OpenRouter', async () => {
  const client = new OpenAI({ ...once, baseURL: server.url });
  const target = { provider: 'openrouter', model: 'anthropic/claude-sonnet-4.5' };
  const parameters = accepted(reasoningRequest(target, { budgetTokens: 2000 }));
  const sent = await sentBy(() => client.chat.completions.create({ model: target.model, messages, ...parameters }));
  expect(sent).toMatchObject({ reasoning: { exclude: false, max_tokens: 2000 } });
});

it('@openrouter/sdk: passes the parameters that its client knows', async () => {
  const client = new OpenRouter({ apiKey, serverURL: server.url, retryConfig: { strategy: 'none' } });
  const parameters = accepted(reasoningRequest({ provider: 'openrouter', model: 'openai/gpt-5.4' }, { effort: 'low' }));
  const chatRequest = { model: 'openai/gpt-5.4', messages, ...parameters };
  const sent = await sentBy(() => client.chat.send({ chatRequest }));
  expect(sent).toMatchObject({ reasoning: { effort: 'low', summary: 'auto' } });
});

it('@aws-sdk/client-bedrock-runtime', async () => {
  const client = bedrockClient(server.url);
  const target = { provider: 'bedrock', model: 'us.anthropic.claude-opus-4-8' };
  const input = { modelId: target.model, messages: [{ role: 'user' as const, content: [{ text: 'Why?' }] }] };
  const parameters = accepted(reasoningRequest(target, { effort: 'low' }, input));
  const sent = await sentBy(() => client.send(new ConverseCommand({ ...input, ...parameters })));
  expect(sent).toMatchObject(overTheWire(target, { effort: 'low' }));
});
