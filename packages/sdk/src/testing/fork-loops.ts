/** A short agent loop for each client whose answers a fork can give: a question, one call of a tool, and the answer. */
import { AnthropicBedrock } from '@anthropic-ai/bedrock-sdk';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI, type Content } from '@google/genai';
import OpenAI from 'openai';
import { awsChunks } from './aws-frames.ts';
import { eventsOf } from './client-subjects.ts';
import { CALL, SAID, SCHEMA, THINKING, type ForkLoop } from './fork-loop.ts';
import { awsLoops } from './fork-loops-aws.ts';
import type { Reply } from './replay-server.ts';
import { vendorLoops } from './fork-loops-vendors.ts';
import * as vendor from './wire-vendors.ts';
import * as wire from './wire.ts';

const [apiKey, model] = ['sk-test', 'test-model'];

const chatReply = (stream: boolean) => (stream ? wire.chatStream : wire.chat);
const messageReply = (stream: boolean) => (stream ? wire.anthropicStream : wire.anthropic);
const responseReply = (stream: boolean) => (stream ? wire.responsesStream : wire.responses);
const geminiReply = (stream: boolean) => (stream ? vendor.geminiStream : vendor.gemini);

function chatLoop(stream: boolean): ForkLoop {
  return {
    name: `openai, Chat Completions, stream=${stream}`,
    replies: () => [
      chatReply(stream)({ id: 'chat-1', reasoning: THINKING, tools: [CALL] }),
      chatReply(stream)({ id: 'chat-2', text: SAID }),
    ],
    async run({ url, observe, question, system, tool }) {
      const client = observe(new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 }));
      const tools = [{ type: 'function' as const, function: { name: CALL.name, parameters: SCHEMA } }];
      const messages: OpenAI.ChatCompletionMessageParam[] = [
        { role: 'system', content: system },
        { role: 'user', content: question },
      ];
      const got: unknown[] = [];
      for (;;) {
        const body = { model, messages, tools };
        const { message } = stream
          ? (await client.chat.completions.stream(body).finalChatCompletion()).choices[0]!
          : (await client.chat.completions.create(body)).choices[0]!;
        got.push([
          message.content ?? '',
          message.tool_calls?.map((call) => (call.type === 'function' ? call.function : call)),
        ]);
        messages.push(message);
        if (!message.tool_calls?.length) return got;
        messages.push({ role: 'tool', tool_call_id: message.tool_calls[0]!.id, content: await tool('Oslo') });
      }
    },
  };
}

function shownItem(item: OpenAI.Responses.ResponseOutputItem): unknown {
  if (item.type === 'message') return item.content.map((part) => ('text' in part ? part.text : part));
  if (item.type === 'reasoning') return item.summary.map(({ text }) => text);
  return item.type === 'function_call' ? [item.call_id, item.name, item.arguments] : item;
}

/** Without the helper of the client, which is strict about ids of items that hosts change on the way. */
async function streamedResponse(client: OpenAI, body: OpenAI.Responses.ResponseCreateParamsNonStreaming) {
  for await (const event of await client.responses.create({ ...body, stream: true }))
    if (event.type === 'response.completed') return event.response;
  throw new Error('The stream has no end.');
}

function responsesLoop(stream: boolean): ForkLoop {
  return {
    name: `openai, Responses, stream=${stream}`,
    replies: () => [
      responseReply(stream)({ id: 'resp-1', summary: THINKING, tools: [CALL] }),
      responseReply(stream)({ id: 'resp-2', text: SAID }),
    ],
    async run({ url, observe, question, system, tool }) {
      const client = observe(new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 }));
      const tools = [{ type: 'function' as const, name: CALL.name, parameters: SCHEMA, strict: false }];
      const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: question }];
      const got: unknown[] = [];
      for (;;) {
        const body = { model, instructions: system, input, tools };
        const { output } = stream ? await streamedResponse(client, body) : await client.responses.create(body);
        got.push(output.map(shownItem));
        input.push(...(output as OpenAI.Responses.ResponseInput));
        const call = output.find((item) => item.type === 'function_call');
        if (!call) return got;
        input.push({ type: 'function_call_output', call_id: call.call_id, output: await tool('Oslo') });
      }
    },
  };
}

const AWS_KEYS = { awsAccessKey: 'AKTEST', awsSecretKey: 'secret', awsRegion: 'us-east-1' };

/** On Bedrock, events come in the frames of InvokeModelWithResponseStream. */
function anthropicLoop(stream: boolean, host: 'sdk' | 'bedrock-sdk'): ForkLoop {
  const isFramed = stream && host === 'bedrock-sdk';
  const framed = (reply: Reply) => (isFramed ? awsChunks(eventsOf(reply)) : reply);
  return {
    name: `@anthropic-ai/${host}, stream=${stream}`,
    replies: () => [
      framed(messageReply(stream)({ id: 'msg-1', thinking: THINKING, tools: [CALL] })),
      framed(messageReply(stream)({ id: 'msg-2', text: SAID })),
    ],
    async run({ url, observe, question, system, tool }) {
      const settings = { baseURL: url, maxRetries: 0 };
      const client =
        host === 'sdk'
          ? observe(new Anthropic({ apiKey, ...settings }))
          : observe(new AnthropicBedrock({ ...AWS_KEYS, ...settings }));
      const tools = [{ name: CALL.name, input_schema: SCHEMA }];
      const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }];
      const got: unknown[] = [];
      for (;;) {
        const body = { model: 'claude-opus-4-8', max_tokens: 100, system, messages, tools };
        const { content } = stream
          ? await client.messages.stream(body).finalMessage()
          : await client.messages.create(body);
        got.push(content.map((block) => ({ ...block })));
        messages.push({ role: 'assistant', content });
        const call = content.find((block) => block.type === 'tool_use');
        if (!call) return got;
        const result = { type: 'tool_result' as const, tool_use_id: call.id, content: await tool('Oslo') };
        messages.push({ role: 'user', content: [result] });
      }
    },
  };
}

function geminiLoop(stream: boolean): ForkLoop {
  return {
    name: `@google/genai, stream=${stream}`,
    replies: () => [
      geminiReply(stream)({ thinking: THINKING, tools: [CALL] }),
      geminiReply(stream)({ thinking: SAID, tools: [] }),
    ],
    async run({ url, observe, question, system, tool }) {
      const client = observe(new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } }));
      const contents: Content[] = [{ role: 'user', parts: [{ text: question }] }];
      const got: unknown[] = [];
      for (;;) {
        const config = {
          systemInstruction: system,
          tools: [{ functionDeclarations: [{ name: CALL.name, parametersJsonSchema: SCHEMA }] }],
        };
        const body = { model: 'gemini-3-pro', contents, config };
        const parts = [];
        if (stream) {
          for await (const chunk of await client.models.generateContentStream(body))
            parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
        } else parts.push(...((await client.models.generateContent(body)).candidates?.[0]?.content?.parts ?? []));
        const calls = parts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : []));
        got.push([parts.map(({ text = '' }) => text).join(''), calls]);
        contents.push({ role: 'model', parts });
        const call = parts.find(({ functionCall }) => functionCall);
        if (!call) return got;
        const response = { output: await tool('Oslo') };
        contents.push({ role: 'user', parts: [{ functionResponse: { name: CALL.name, response } }] });
      }
    },
  };
}

export const FORK_LOOPS: readonly ForkLoop[] = [false, true].flatMap((stream) => [
  chatLoop(stream),
  responsesLoop(stream),
  anthropicLoop(stream, 'sdk'),
  anthropicLoop(stream, 'bedrock-sdk'),
  geminiLoop(stream),
  ...awsLoops(stream),
  ...vendorLoops(stream),
]);
