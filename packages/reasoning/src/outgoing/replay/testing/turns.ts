/**
 * The same turn (a thought, a sentence, two calls) as each provider answers it, with all of its seals. For the tests of
 * replay.
 */
import type { Origin } from '../common/types.ts';

export interface RecordedTurn {
  name: string;
  origin: Origin;
  /** Path of the request's URL: some formats look alike without it. */
  path: string;
  body: unknown;
  /** Values that only this provider may see again. */
  seals: string[];
  /** The fragment that the next request must contain, byte for byte; undefined where thinking is not sent back. */
  back?: unknown;
}

export const THOUGHT = 'Two cities, two calls.';
export const PREAMBLE = 'Checking both.';
export const CALLS = [
  { name: 'weather', arguments: { city: 'Oslo' } },
  { name: 'weather', arguments: { city: 'Rome' } },
];
export const RESULTS = ['3 °C', { degrees: 18 }];

const CHAT = '/v1/chat/completions';
const argumentText = CALLS.map((call) => JSON.stringify(call.arguments));

function chatCalls(ids = ['call_1', 'call_2'], more: Record<string, unknown>[] = [{}, {}]) {
  return CALLS.map(({ name }, index) => ({
    id: ids[index],
    type: 'function',
    ...more[index],
    function: { name, arguments: argumentText[index] },
  }));
}

interface ChatTurn {
  provider: string;
  model: string;
  fields: Record<string, unknown>;
  seals?: string[];
  back?: unknown;
  calls?: unknown[];
}

function chat({ provider, model, fields, seals = [], back, calls = chatCalls() }: ChatTurn): RecordedTurn {
  const message = { role: 'assistant', content: PREAMBLE, ...fields, tool_calls: calls };
  const body = { id: 'chatcmpl-1', model, choices: [{ index: 0, message, finish_reason: 'tool_calls' }] };
  return { name: provider, origin: { api: 'openai.chat', provider, model }, path: CHAT, body, seals, back };
}

const DETAILS = [
  { type: 'reasoning.text', text: THOUGHT, signature: 'sig-openrouter', format: 'anthropic-claude-v1', index: 0 },
  { type: 'reasoning.encrypted', data: 'enc-openrouter', id: 'rs_or', format: 'anthropic-claude-v1', index: 1 },
];

const BLOCKS = [
  { type: 'thinking', thinking: THOUGHT, signature: 'sig-litellm' },
  { type: 'redacted_thinking', data: 'red-litellm' },
];

const GOOGLE_EXTRA = [{ extra_content: { google: { thought_signature: 'sig-compat' } } }, {}];

const CHAT_TURNS = [
  chat({ provider: 'openai', model: 'gpt-5', fields: {} }),
  chat({
    provider: 'deepseek',
    model: 'deepseek-v4-pro',
    fields: { reasoning_content: THOUGHT },
    back: { reasoning_content: THOUGHT },
  }),
  chat({
    provider: 'kimi',
    model: 'kimi-k2.6',
    fields: { reasoning_content: THOUGHT },
    calls: chatCalls(['functions.weather:0', 'functions.weather:1']),
    back: { reasoning_content: THOUGHT },
  }),
  chat({
    provider: 'glm',
    model: 'glm-5',
    fields: { reasoning_content: THOUGHT },
    back: { reasoning_content: THOUGHT },
  }),
  chat({
    provider: 'minimax',
    model: 'MiniMax-M2.5',
    fields: { content: `<think>\n${THOUGHT}\n</think>\n\n${PREAMBLE}` },
    back: { content: `<think>\n${THOUGHT}\n</think>\n\n${PREAMBLE}` },
  }),
  chat({
    provider: 'openrouter',
    model: 'anthropic/claude-sonnet-4.5',
    fields: { reasoning: THOUGHT, reasoning_details: DETAILS },
    seals: ['sig-openrouter', 'enc-openrouter', 'rs_or'],
    back: { reasoning_details: DETAILS },
  }),
  chat({
    provider: 'groq',
    model: 'openai/gpt-oss-120b',
    fields: { reasoning: THOUGHT },
    back: { reasoning: THOUGHT },
  }),
  chat({
    provider: 'litellm',
    model: 'claude-sonnet-4-5',
    fields: { reasoning_content: THOUGHT, thinking_blocks: BLOCKS },
    seals: ['sig-litellm', 'red-litellm'],
    back: { thinking_blocks: BLOCKS },
  }),
  chat({
    provider: 'gemini-compat',
    model: 'gemini-3-pro',
    fields: {},
    calls: chatCalls(['function-call-1', 'function-call-2'], GOOGLE_EXTRA),
    seals: ['sig-compat'],
    back: { tool_calls: chatCalls(['function-call-1', 'function-call-2'], GOOGLE_EXTRA) },
  }),
  chat({
    provider: 'copilot',
    model: 'gemini-3-pro',
    fields: { reasoning_text: THOUGHT, reasoning_opaque: 'opaque-copilot' },
    seals: ['opaque-copilot'],
    back: { reasoning_text: THOUGHT, reasoning_opaque: 'opaque-copilot' },
  }),
];

function responses(provider: string, model: string): RecordedTurn {
  const thought = {
    id: `rs_${provider}`,
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: THOUGHT }],
    encrypted_content: `enc-${provider}`,
  };
  const calls = CALLS.map(({ name }, index) => ({
    id: `fc_${provider}_${index}`,
    type: 'function_call',
    call_id: `call_${index}`,
    name,
    arguments: argumentText[index],
  }));
  const input = {
    id: `msg_${provider}`,
    type: 'message',
    role: 'assistant',
    status: 'completed',
    phase: 'commentary',
    content: [{ type: 'output_text', text: PREAMBLE, annotations: [] }],
  };
  return {
    name: `${provider} responses`,
    origin: { api: 'openai.responses', provider, model },
    path: '/v1/responses',
    body: { object: 'response', id: 'resp_1', model, status: 'completed', output: [thought, input, ...calls] },
    seals: [`rs_${provider}`, `enc-${provider}`, `fc_${provider}_0`, `msg_${provider}`],
    back: [thought, input, ...calls],
  };
}

const ANTHROPIC_CONTENT = [
  { type: 'thinking', thinking: THOUGHT, signature: 'sig-anthropic' },
  { type: 'redacted_thinking', data: 'red-anthropic' },
  { type: 'thinking', thinking: '', signature: 'sig-omitted' },
  { type: 'text', text: PREAMBLE },
  ...CALLS.map(({ name, arguments: input }, index) => ({ type: 'tool_use', id: `toolu_${index}`, name, input })),
];

const GEMINI_PARTS = [
  { text: THOUGHT, thought: true },
  { text: PREAMBLE },
  { functionCall: { name: 'weather', args: CALLS[0]?.arguments }, thoughtSignature: 'sig-gemini' },
  { functionCall: { name: 'weather', args: CALLS[1]?.arguments } },
];

const STEPS = [
  { type: 'thought', signature: 'sig-steps', summary: [{ type: 'text', text: THOUGHT }] },
  { type: 'model_output', content: [{ type: 'text', text: PREAMBLE }] },
  ...CALLS.map((call, index) => ({ type: 'function_call', id: `fc${index}`, ...call })),
];

const MISTRAL_CONTENT = [
  { type: 'thinking', thinking: [{ type: 'text', text: THOUGHT }], signature: 'sig-mistral' },
  { type: 'text', text: PREAMBLE },
];

const CONVERSE_CONTENT = [
  { reasoningContent: { reasoningText: { text: THOUGHT, signature: 'sig-bedrock' } } },
  { reasoningContent: { redactedContent: 'cmVkLWJlZHJvY2s=' } },
  { text: PREAMBLE },
  ...CALLS.map(({ name, arguments: input }, index) => ({ toolUse: { toolUseId: `tooluse_${index}`, name, input } })),
];

const COHERE_CONTENT = [
  { type: 'thinking', thinking: THOUGHT },
  { type: 'text', text: PREAMBLE },
];

const OLLAMA_MESSAGE = {
  role: 'assistant',
  content: PREAMBLE,
  thinking: THOUGHT,
  tool_calls: CALLS.map((call) => ({ function: call })),
};

export const TURNS: readonly RecordedTurn[] = [
  responses('openai', 'gpt-5.5'),
  responses('xai', 'grok-4.3'),
  ...CHAT_TURNS,
  {
    name: 'anthropic',
    origin: { api: 'anthropic.messages', provider: 'anthropic', model: 'claude-sonnet-4-5' },
    path: '/v1/messages',
    body: { type: 'message', role: 'assistant', content: ANTHROPIC_CONTENT, stop_reason: 'tool_use' },
    seals: ['sig-anthropic', 'red-anthropic', 'sig-omitted'],
    back: { content: ANTHROPIC_CONTENT },
  },
  {
    name: 'gemini',
    origin: { api: 'gemini.generateContent', provider: 'gcp.gemini', model: 'gemini-3-pro' },
    path: '/v1beta/models/gemini-3-pro:generateContent',
    body: { candidates: [{ index: 0, content: { role: 'model', parts: GEMINI_PARTS }, finishReason: 'STOP' }] },
    seals: ['sig-gemini'],
    back: { parts: GEMINI_PARTS },
  },
  {
    name: 'interactions',
    origin: { api: 'gemini.interactions', provider: 'gcp.gemini', model: 'gemini-3-pro' },
    path: '/v1beta/interactions',
    body: { id: 'int_1', object: 'interaction', status: 'completed', steps: STEPS },
    seals: ['sig-steps'],
    back: STEPS,
  },
  {
    name: 'mistral',
    origin: { api: 'mistral.chat', provider: 'mistral', model: 'magistral-medium-latest' },
    path: CHAT,
    body: {
      id: '0123456789abcdef0123456789abcdef',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: MISTRAL_CONTENT, tool_calls: chatCalls(['aaaaaaaa1', 'aaaaaaaa2']) },
          finish_reason: 'tool_calls',
        },
      ],
    },
    seals: ['sig-mistral'],
    back: { content: MISTRAL_CONTENT },
  },
  {
    name: 'ollama',
    origin: { api: 'ollama.chat', provider: 'ollama', model: 'qwen3:4b' },
    path: '/api/chat',
    body: { model: 'qwen3:4b', created_at: 'now', message: OLLAMA_MESSAGE, done: true, done_reason: 'stop' },
    seals: [],
    back: OLLAMA_MESSAGE,
  },
  {
    name: 'cohere',
    origin: { api: 'cohere.chat', provider: 'cohere', model: 'command-a-reasoning-08-2025' },
    path: '/v2/chat',
    body: {
      id: 'c1',
      message: { role: 'assistant', content: COHERE_CONTENT, tool_calls: chatCalls() },
      finish_reason: 'TOOL_CALL',
    },
    seals: [],
    back: { content: COHERE_CONTENT, tool_calls: chatCalls() },
  },
  {
    name: 'bedrock',
    origin: { api: 'bedrock.converse', provider: 'aws.bedrock', model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0' },
    path: '/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse',
    body: { output: { message: { role: 'assistant', content: CONVERSE_CONTENT } }, stopReason: 'tool_use' },
    seals: ['sig-bedrock', 'cmVkLWJlZHJvY2s='],
    back: { content: CONVERSE_CONTENT },
  },
];
