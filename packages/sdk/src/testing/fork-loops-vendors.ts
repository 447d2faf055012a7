/** Agent loops of clients with a wire format of their own. */
import { GoogleGenAI, type Interactions } from '@google/genai';
import { CohereClientV2, type Cohere } from 'cohere-ai';
import { Ollama, type Message as OllamaMessage } from 'ollama';
import { Mistral, type MistralClient } from './client-subjects.ts';
import { CALL, SAID, SCHEMA, THINKING, type ForkLoop } from './fork-loop.ts';
import * as vendor from './wire-vendors.ts';

export const vendorLoops = (stream: boolean): ForkLoop[] => [
  ollamaLoop(stream),
  cohereLoop(stream),
  mistralLoop(stream),
  interactionsLoop(stream),
];

const answers = (reply: typeof vendor.ollama) => () => [
  reply({ thinking: THINKING, tools: [CALL] }),
  reply({ thinking: SAID, tools: [] }),
];

function ollamaLoop(stream: boolean): ForkLoop {
  return {
    name: `ollama, stream=${stream}`,
    replies: answers(stream ? vendor.ollamaStream : vendor.ollama),
    async run({ url, observe, question, system, tool }) {
      const client = observe(new Ollama({ host: url }));
      const tools = [{ type: 'function', function: { name: CALL.name, description: '', parameters: SCHEMA } }];
      const messages: OllamaMessage[] = [
        { role: 'system', content: system },
        { role: 'user', content: question },
      ];
      const got: unknown[] = [];
      for (;;) {
        const body = { model: 'qwen3:8b', messages, tools };
        const message: OllamaMessage = { role: 'assistant', content: '', thinking: '', tool_calls: [] };
        const lines = stream
          ? await client.chat({ ...body, stream: true })
          : [await client.chat({ ...body, stream: false })];
        for await (const { message: piece } of lines) {
          message.content += piece.content;
          message.thinking += piece.thinking ?? '';
          message.tool_calls?.push(...(piece.tool_calls ?? []));
        }
        got.push([message.content, message.thinking, message.tool_calls?.map((call) => call.function.arguments)]);
        messages.push(message);
        if (!message.tool_calls?.length) return got;
        messages.push({ role: 'tool', tool_name: CALL.name, content: await tool('Oslo') });
      }
    },
  };
}

/** The message of a streamed answer, put together. */
async function cohereMessage(
  events: AsyncIterable<Cohere.V2ChatStreamResponse>,
): Promise<Cohere.AssistantMessageResponse> {
  let [thinking, text, args] = ['', '', ''];
  let call: Cohere.ToolCallV2 | undefined;
  for await (const event of events) {
    if (event.type === 'content-delta') {
      thinking += event.delta?.message?.content?.thinking ?? '';
      text += event.delta?.message?.content?.text ?? '';
    }
    if (event.type === 'tool-call-start') call = event.delta?.message?.toolCalls;
    if (event.type === 'tool-call-delta') args += event.delta?.message?.toolCalls?.function?.arguments ?? '';
  }
  return {
    role: 'assistant',
    content: [
      ...(thinking === '' ? [] : [{ type: 'thinking' as const, thinking }]),
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ],
    ...(call && { toolCalls: [{ ...call, function: { ...call.function, arguments: args } }] }),
  };
}

function cohereLoop(stream: boolean): ForkLoop {
  return {
    name: `cohere-ai, stream=${stream}`,
    replies: answers(stream ? vendor.cohereStream : vendor.cohere),
    async run({ url, observe, question, system, tool }) {
      const client = observe(new CohereClientV2({ token: 'sk-test', baseUrl: url }));
      const tools: Cohere.ToolV2[] = [{ type: 'function', function: { name: CALL.name, parameters: SCHEMA } }];
      const messages: Cohere.ChatMessageV2[] = [
        { role: 'system', content: system },
        { role: 'user', content: question },
      ];
      const got: unknown[] = [];
      for (;;) {
        const body = { model: 'command-a-reasoning-08-2025', messages, tools };
        const message = stream ? await cohereMessage(await client.chatStream(body)) : (await client.chat(body)).message;
        const [call] = message.toolCalls ?? [];
        got.push([message.content, call]);
        messages.push(message);
        if (!call) return got;
        messages.push({ role: 'tool', toolCallId: call.id, content: await tool('Oslo') });
      }
    },
  };
}

interface MistralMessage {
  content?: string | object[] | null;
  toolCalls?: { id: string; function: object }[] | null;
}

interface MistralAnswer {
  choices: { message: MistralMessage }[];
}

interface MistralEvent {
  data: { choices: { delta: MistralMessage }[] };
}

async function mistralMessage(client: MistralClient, body: object, stream: boolean): Promise<MistralMessage> {
  if (!stream) return ((await client.chat.complete(body)) as MistralAnswer).choices[0]!.message;
  const whole = { content: [] as object[], toolCalls: [] as { id: string; function: object }[] };
  for await (const { data } of (await client.chat.stream(body)) as AsyncIterable<MistralEvent>) {
    const [{ delta } = { delta: {} }] = data.choices;
    if (Array.isArray(delta.content)) whole.content.push(...delta.content);
    whole.toolCalls.push(...(delta.toolCalls ?? []));
  }
  return whole;
}

/** The thoughts of all chunks: a stream has more of them than the answer of a fork. */
function mistralThoughts(content: MistralMessage['content']): string {
  const chunks = (content ?? []) as { thinking?: { text: string }[] }[];
  return chunks.flatMap(({ thinking = [] }) => thinking.map(({ text }) => text)).join('');
}

function mistralLoop(stream: boolean): ForkLoop {
  return {
    name: `@mistralai/mistralai, stream=${stream}`,
    replies: answers(stream ? vendor.mistralStream : vendor.mistral),
    async run({ url, observe, question, system, tool }) {
      const client = observe(new Mistral({ apiKey: 'sk-test', serverURL: url, retryConfig: { strategy: 'none' } }));
      const tools = [{ type: 'function', function: { name: CALL.name, parameters: SCHEMA } }];
      const messages: object[] = [
        { role: 'system', content: system },
        { role: 'user', content: question },
      ];
      const got: unknown[] = [];
      for (;;) {
        const { content, toolCalls } = await mistralMessage(
          client,
          { model: 'magistral-medium-2509', messages, tools },
          stream,
        );
        got.push([mistralThoughts(content), toolCalls ?? []]);
        messages.push({ role: 'assistant', content, toolCalls });
        const [call] = toolCalls ?? [];
        if (!call) return got;
        messages.push({ role: 'tool', toolCallId: call.id, name: CALL.name, content: await tool('Oslo') });
      }
    },
  };
}

type Step = Interactions.Step;

/** The steps of a streamed answer, put together. */
async function streamedSteps(events: AsyncIterable<Interactions.InteractionSSEEvent>): Promise<Step[]> {
  const steps: Record<string, unknown>[] = [];
  for await (const event of events) {
    if (event.event_type === 'step.start') steps[event.index] = { ...event.step };
    if (event.event_type !== 'step.delta') continue;
    const step = steps[event.index]!;
    if (event.delta.type === 'thought_signature') step.signature = event.delta.signature;
    if (event.delta.type === 'thought_summary')
      step.summary = [...((step.summary ?? []) as object[]), event.delta.content];
    if (event.delta.type === 'arguments_delta') step.arguments = JSON.parse(event.delta.arguments ?? '') as object;
  }
  return steps as unknown as Step[];
}

/** Summaries of a stream come in more pieces than the answer of a fork. */
function shownStep(step: Step): unknown {
  if (step.type !== 'thought') return step;
  return [step.signature, step.summary?.map((piece) => ('text' in piece ? piece.text : piece)).join('')];
}

function interactionsLoop(stream: boolean): ForkLoop {
  return {
    name: `Gemini Interactions, stream=${stream}`,
    replies: answers(stream ? vendor.interactionStream : vendor.interaction),
    async run({ url, observe, question, system, tool }) {
      const { interactions } = observe(new GoogleGenAI({ apiKey: 'sk-test', httpOptions: { baseUrl: url } }));
      const tools = [{ type: 'function' as const, name: CALL.name, parameters: SCHEMA }];
      const input: Step[] = [{ type: 'user_input', content: [{ type: 'text', text: question }] }];
      const got: unknown[] = [];
      for (;;) {
        const body = { model: 'gemini-3-pro', system_instruction: system, input, tools };
        const steps = stream
          ? await streamedSteps(await interactions.create({ ...body, stream: true }))
          : ((await interactions.create(body)).steps ?? []);
        got.push(steps.map(shownStep));
        input.push(...steps);
        const call = steps.find(({ type }) => type === 'function_call') as Interactions.FunctionCallStep | undefined;
        if (!call) return got;
        input.push({ type: 'function_result', call_id: call.id, name: call.name, result: await tool('Oslo') });
      }
    },
  };
}
