/**
 * Answers in the wire formats of single vendors, as wire.ts has them for OpenAI and Anthropic. Each thinks, then
 * requests tools.
 */
import type { Reply } from './replay-server.ts';
import { awsFrames } from './aws-frames.ts';
import { json, events, type RequestedTool } from './wire.ts';

export interface VendorAnswer {
  thinking: string;
  tools: RequestedTool[];
}

const SPLIT = /\S+\s*/g;
const words = (text: string): string[] => text.match(SPLIT) ?? [];

// ── Gemini: generateContent, and its Interactions ──────────────────────────────────────────────────────────────────────
const GEMINI_HEAD = { modelVersion: 'gemini-3-pro', responseId: 'resp-gemini' };
const GEMINI_USAGE = { promptTokenCount: 53, candidatesTokenCount: 15, thoughtsTokenCount: 65, totalTokenCount: 133 };

export function gemini({ thinking, tools }: VendorAnswer, more?: Reply): Reply {
  const parts = [{ text: thinking, thought: true }, ...geminiCalls(tools)];
  return json({ candidates: [geminiCandidate(parts, 'STOP')], usageMetadata: GEMINI_USAGE, ...GEMINI_HEAD }, more);
}

export function geminiStream({ thinking, tools }: VendorAnswer): Reply {
  const chunk = (parts: object[], finishReason?: string) => ({
    candidates: [geminiCandidate(parts, finishReason)],
    usageMetadata: GEMINI_USAGE,
    ...GEMINI_HEAD,
  });
  return events([
    ...words(thinking).map((text) => chunk([{ text, thought: true }])),
    chunk(geminiCalls(tools)),
    chunk([{ text: '' }], 'STOP'),
  ]);
}

function geminiCandidate(parts: object[], finishReason?: string): object {
  return { index: 0, content: { role: 'model', parts }, ...(finishReason !== undefined && { finishReason }) };
}

function geminiCalls(tools: readonly RequestedTool[]): object[] {
  return tools.map(({ id, name, arguments: args }) => ({ functionCall: { id, name, args }, thoughtSignature: 'Q3M=' }));
}

const INTERACTION_USAGE = {
  total_input_tokens: 53,
  total_output_tokens: 15,
  total_thought_tokens: 65,
  total_tokens: 133,
};

export function interaction({ thinking, tools }: VendorAnswer): Reply {
  const summary = [{ type: 'text', text: thinking }];
  return json({
    ...interactionHead('requires_action'),
    steps: [
      { type: 'thought', signature: 'Q3M=', summary },
      ...tools.map((tool) => ({ type: 'function_call', ...tool })),
    ],
    usage: INTERACTION_USAGE,
  });
}

export function interactionStream({ thinking, tools }: VendorAnswer): Reply {
  const step = (index: number, begun: object, deltas: object[]) => [
    { event_type: 'step.start', index, step: begun },
    ...deltas.map((delta) => ({ event_type: 'step.delta', index, delta })),
    { event_type: 'step.stop', index },
  ];
  const thought = (text: string) => ({ type: 'thought_summary', content: { type: 'text', text } });
  return events([
    { event_type: 'interaction.created', interaction: interactionHead('in_progress') },
    ...step(0, { type: 'thought' }, words(thinking).map(thought)),
    ...tools.flatMap(({ id, name, arguments: args }, at) =>
      step(at + 1, { type: 'function_call', id, name, arguments: {} }, [
        { type: 'arguments_delta', arguments: JSON.stringify(args) },
      ]),
    ),
    {
      event_type: 'interaction.completed',
      interaction: { ...interactionHead('requires_action'), usage: INTERACTION_USAGE },
    },
  ]);
}

function interactionHead(status: string): object {
  const at = '2026-11-01T00:00:00Z';
  return { id: 'int_1', object: 'interaction', model: 'gemini-3-pro', role: 'model', status, created: at, updated: at };
}

// ── Mistral ───────────────────────────────────────────────────────────────────────────────────────────────────────────
const MISTRAL_USAGE = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 };
const mistralThought = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] });

export function mistral({ thinking, tools }: VendorAnswer, more?: Reply): Reply {
  const message = { role: 'assistant', content: [mistralThought(thinking)], tool_calls: mistralCalls(tools) };
  const choice = { index: 0, message, finish_reason: 'tool_calls' };
  return json({ ...mistralHead('chat.completion'), choices: [choice], usage: MISTRAL_USAGE }, more);
}

export function mistralStream({ thinking, tools }: VendorAnswer): Reply {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...mistralHead('chat.completion.chunk'),
    choices: [{ index: 0, delta, finish_reason }],
  });
  return events(
    [
      chunk({ role: 'assistant', content: '' }),
      ...words(thinking).map((word) => chunk({ content: [mistralThought(word)] })),
      { ...chunk({ content: '', tool_calls: mistralCalls(tools) }, 'tool_calls'), usage: MISTRAL_USAGE },
    ],
    { done: true },
  );
}

function mistralHead(object: string): object {
  return { id: 'cmpl-mistral', object, created: 1_790_000_000, model: 'magistral-medium-2509' };
}

function mistralCalls(tools: readonly RequestedTool[]): object[] {
  return tools.map((tool, index) => ({
    id: tool.id,
    index,
    function: { name: tool.name, arguments: JSON.stringify(tool.arguments) },
  }));
}

// ── Ollama ────────────────────────────────────────────────────────────────────────────────────────────────────────────
const OLLAMA_END = { done: true, done_reason: 'stop', prompt_eval_count: 20, eval_count: 95 };

export function ollama({ thinking, tools }: VendorAnswer): Reply {
  return json({ ...ollamaLine({ thinking, tool_calls: ollamaCalls(tools) }), ...OLLAMA_END });
}

export function ollamaStream({ thinking, tools }: VendorAnswer): Reply {
  const lines = [
    ...words(thinking).map((word) => ollamaLine({ thinking: word })),
    ollamaLine({ tool_calls: ollamaCalls(tools) }),
    { ...ollamaLine({}), ...OLLAMA_END },
  ];
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return { headers: { 'content-type': 'application/x-ndjson' }, body, chunkSize: 37 };
}

function ollamaLine(message: object): object {
  const created_at = '2026-11-01T00:00:00Z';
  return { model: 'qwen3:8b', created_at, message: { role: 'assistant', content: '', ...message }, done: false };
}

function ollamaCalls(tools: readonly RequestedTool[]): object[] {
  return tools.map(({ id, name, arguments: args }, index) => ({ id, function: { index, name, arguments: args } }));
}

// ── Cohere ────────────────────────────────────────────────────────────────────────────────────────────────────────────
const COHERE_USAGE = {
  billed_units: { input_tokens: 20, output_tokens: 60 },
  tokens: { input_tokens: 100, output_tokens: 60 },
};

export function cohere({ thinking, tools }: VendorAnswer, more?: Reply): Reply {
  const content = [{ type: 'thinking', thinking }];
  const message = { role: 'assistant', content, tool_calls: tools.map(cohereCall) };
  return json({ id: 'cohere-1', finish_reason: 'TOOL_CALL', message, usage: COHERE_USAGE }, more);
}

export function cohereStream({ thinking, tools }: VendorAnswer): Reply {
  const content = (text: string) => ({ message: { content: { thinking: text } } });
  return events([
    { id: 'cohere-1', type: 'message-start', delta: { message: { role: 'assistant', content: [], tool_calls: [] } } },
    { type: 'content-start', index: 0, delta: { message: { content: { type: 'thinking', thinking: '' } } } },
    ...words(thinking).map((word) => ({ type: 'content-delta', index: 0, delta: content(word) })),
    { type: 'content-end', index: 0 },
    ...tools.flatMap((tool, index) => [
      {
        type: 'tool-call-start',
        index,
        delta: { message: { tool_calls: { ...cohereCall(tool), function: { name: tool.name, arguments: '' } } } },
      },
      {
        type: 'tool-call-delta',
        index,
        delta: { message: { tool_calls: { function: { arguments: JSON.stringify(tool.arguments) } } } },
      },
      { type: 'tool-call-end', index },
    ]),
    { type: 'message-end', delta: { finish_reason: 'TOOL_CALL', usage: COHERE_USAGE } },
  ]);
}

function cohereCall(tool: RequestedTool): object {
  return { id: tool.id, type: 'function', function: { name: tool.name, arguments: JSON.stringify(tool.arguments) } };
}

// ── Bedrock Converse ──────────────────────────────────────────────────────────────────────────────────────────────────
const CONVERSE_USAGE = { inputTokens: 9, outputTokens: 80, totalTokens: 89 };

export function converse({ thinking, tools }: VendorAnswer, more?: Reply): Reply {
  const thought = { reasoningContent: { reasoningText: { text: thinking, signature: 'Q3M=' } } };
  const calls = tools.map(({ id, name, arguments: input }) => ({ toolUse: { toolUseId: id, name, input } }));
  const message = { role: 'assistant', content: [thought, ...calls] };
  return json({ output: { message }, stopReason: 'tool_use', usage: CONVERSE_USAGE, metrics: { latencyMs: 5 } }, more);
}

export function converseStream({ thinking, tools }: VendorAnswer): Reply {
  const delta = (contentBlockIndex: number, content: object) => ({
    contentBlockDelta: { contentBlockIndex, delta: content },
  });
  return awsFrames([
    { messageStart: { role: 'assistant' } },
    ...words(thinking).map((text) => delta(0, { reasoningContent: { text } })),
    delta(0, { reasoningContent: { signature: 'Q3M=' } }),
    { contentBlockStop: { contentBlockIndex: 0 } },
    ...tools.flatMap((tool, at) => [
      { contentBlockStart: { contentBlockIndex: at + 1, start: { toolUse: { toolUseId: tool.id, name: tool.name } } } },
      delta(at + 1, { toolUse: { input: JSON.stringify(tool.arguments) } }),
      { contentBlockStop: { contentBlockIndex: at + 1 } },
    ]),
    { messageStop: { stopReason: 'tool_use' } },
    { metadata: { usage: CONVERSE_USAGE, metrics: { latencyMs: 5 } } },
  ]);
}
