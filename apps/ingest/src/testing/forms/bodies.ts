/** Requests and responses as the APIs of the providers have them. */
import type { AgentRun, Answer, CallWithId, Exchange, Message } from './agent-run.ts';

export interface Bodies {
  request: Record<string, unknown>;
  response: Record<string, unknown>;
}

const defined = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const INPUT_TOKENS = 1_000;
const OUTPUT_TOKENS = 600;

export const outputTokens = ({ turn }: Exchange): number => OUTPUT_TOKENS + (turn.thinkingTokens ?? 0);
export const inputTokens = (): number => INPUT_TOKENS;

// Chat Completions

export const chatTools = ({ run }: Exchange) =>
  run.tools?.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));

const chatCall = ({ id, name, arguments: args }: CallWithId) => ({
  ...{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } },
});

export const chatAnswer = ({ thought, text, calls }: Answer) =>
  defined({
    ...{ role: 'assistant', content: text ?? null, reasoning_content: thought },
    tool_calls: calls.length > 0 ? calls.map(chatCall) : undefined,
  });

function chatMessage(message: Message): object[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }];
  if (message.role === 'assistant') return [chatAnswer(message)];
  return message.results.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result }));
}

export const chatMessages = ({ run, history }: Exchange): object[] => [
  ...(run.system === undefined ? [] : [{ role: 'system', content: run.system }]),
  ...history.flatMap(chatMessage),
];

export const chatFinish = ({ turn, answer }: Exchange): string =>
  turn.isCut ? 'length' : answer.calls.length > 0 ? 'tool_calls' : 'stop';

export function chatBodies(exchange: Exchange): Bodies {
  const { run, turn, answer } = exchange;
  const details = turn.thinkingTokens === undefined ? undefined : { reasoning_tokens: turn.thinkingTokens };
  return {
    request: defined({
      ...{ model: 'gpt-5.2', messages: chatMessages(exchange), tools: chatTools(exchange) },
      reasoning_effort: run.effort,
    }),
    response: {
      ...{ id: `chatcmpl-${exchange.id}`, object: 'chat.completion', created: 1_790_000_000, model: 'gpt-5.2' },
      choices: [{ index: 0, message: chatAnswer(answer), finish_reason: chatFinish(exchange) }],
      usage: defined({
        ...{ prompt_tokens: INPUT_TOKENS, completion_tokens: outputTokens(exchange) },
        ...{ total_tokens: INPUT_TOKENS + outputTokens(exchange), completion_tokens_details: details },
      }),
    },
  };
}

// Responses

function responsesItems(message: Message): object[] {
  if (message.role === 'user')
    return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: message.text }] }];
  if (message.role === 'tool')
    return message.results.map(({ id, result }) => ({ type: 'function_call_output', call_id: id, output: result }));
  const { thought, text, calls } = message;
  return [
    ...(thought === undefined
      ? []
      : [{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: thought }] }]),
    ...(text === undefined
      ? []
      : [
          {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
    ...calls.map(({ id, name, arguments: args }) => ({
      ...{ type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: JSON.stringify(args) },
      status: 'completed',
    })),
  ];
}

export function responsesBodies(exchange: Exchange): Bodies {
  const { run, turn, history, answer } = exchange;
  return {
    request: defined({
      ...{ model: 'gpt-5.2', instructions: run.system, input: history.flatMap(responsesItems) },
      tools: run.tools?.map((tool) => ({ type: 'function', ...tool })),
      reasoning: run.effort === undefined ? undefined : { effort: run.effort },
    }),
    response: {
      ...{ id: `resp_${exchange.id}`, object: 'response', created_at: 1_790_000_000, model: 'gpt-5.2' },
      ...(turn.isCut
        ? { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
        : { status: 'completed' }),
      output: responsesItems(answer),
      usage: defined({
        ...{ input_tokens: INPUT_TOKENS, output_tokens: outputTokens(exchange) },
        total_tokens: INPUT_TOKENS + outputTokens(exchange),
        output_tokens_details:
          turn.thinkingTokens === undefined ? undefined : { reasoning_tokens: turn.thinkingTokens },
      }),
    },
  };
}

// Anthropic Messages

function anthropicBlocks({ thought, text, calls }: Answer): object[] {
  return [
    ...(thought === undefined ? [] : [{ type: 'thinking', thinking: thought, signature: 'EqQB' }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input })),
  ];
}

function anthropicMessage(message: Message): object {
  if (message.role === 'user') return { role: 'user', content: message.text };
  if (message.role === 'assistant') return { role: 'assistant', content: anthropicBlocks(message) };
  const content = message.results.map(({ id, result }) => ({
    ...{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: result }] },
  }));
  return { role: 'user', content };
}

const anthropicEffort = ({ effort }: AgentRun) =>
  effort === 'none'
    ? { thinking: { type: 'disabled' } }
    : { output_config: effort === undefined ? undefined : { effort } };

export function anthropicBodies(exchange: Exchange): Bodies {
  const { run, turn, history, answer } = exchange;
  const stop = turn.isCut ? 'max_tokens' : answer.calls.length > 0 ? 'tool_use' : 'end_turn';
  return {
    request: defined({
      ...{ model: 'claude-sonnet-4-5', max_tokens: 4_096, messages: history.map(anthropicMessage) },
      ...{ system: run.system === undefined ? undefined : [{ type: 'text', text: run.system }] },
      tools: run.tools?.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
      ...anthropicEffort(run),
    }),
    response: {
      ...{ id: `msg_${exchange.id}`, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5' },
      ...{ content: anthropicBlocks(answer), stop_reason: stop, stop_sequence: null },
      usage: { input_tokens: INPUT_TOKENS, output_tokens: outputTokens(exchange) },
    },
  };
}

// Gemini

function geminiParts({ thought, text, calls }: Answer): object[] {
  return [
    ...(thought === undefined ? [] : [{ text: thought, thought: true }]),
    ...(text === undefined ? [] : [{ text }]),
    // Gemini has no ids of calls.
    ...calls.map(({ name, arguments: args }) => ({ functionCall: { name, args } })),
  ];
}

function geminiContent(message: Message): object {
  if (message.role === 'user') return { role: 'user', parts: [{ text: message.text }] };
  if (message.role === 'assistant') return { role: 'model', parts: geminiParts(message) };
  const parts = message.results.map(({ name, result }) => ({ functionResponse: { name, response: { result } } }));
  return { role: 'user', parts };
}

const geminiEffort = (effort: string) => (effort === 'none' ? { thinkingBudget: 0 } : { thinkingLevel: effort });

export function geminiBodies(exchange: Exchange): Bodies {
  const { run, turn, history, answer } = exchange;
  const usage = { promptTokenCount: INPUT_TOKENS, candidatesTokenCount: OUTPUT_TOKENS };
  return {
    request: defined({
      ...{ model: 'gemini-2.5-pro', contents: history.map(geminiContent) },
      systemInstruction: run.system === undefined ? undefined : { parts: [{ text: run.system }] },
      tools: run.tools && [{ functionDeclarations: run.tools }],
      generationConfig: run.effort === undefined ? undefined : { thinkingConfig: geminiEffort(run.effort) },
    }),
    response: {
      candidates: [
        {
          content: { role: 'model', parts: geminiParts(answer) },
          ...{ finishReason: turn.isCut ? 'MAX_TOKENS' : 'STOP', index: 0 },
        },
      ],
      usageMetadata: defined({ ...usage, thoughtsTokenCount: turn.thinkingTokens }),
      ...{ modelVersion: 'gemini-2.5-pro', responseId: exchange.id },
    },
  };
}

// Bedrock Converse

function bedrockBlocks({ thought, text, calls }: Answer): object[] {
  return [
    ...(thought === undefined ? [] : [{ reasoningContent: { reasoningText: { text: thought, signature: 'EqQB' } } }]),
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map(({ id, name, arguments: input }) => ({ toolUse: { toolUseId: id, name, input } })),
  ];
}

function bedrockMessage(message: Message): object {
  if (message.role === 'user') return { role: 'user', content: [{ text: message.text }] };
  if (message.role === 'assistant') return { role: 'assistant', content: bedrockBlocks(message) };
  const content = message.results.map(({ id, result }) => ({
    toolResult: { toolUseId: id, content: [{ text: result }], status: 'success' },
  }));
  return { role: 'user', content };
}

export function bedrockBodies(exchange: Exchange): Bodies {
  const { run, turn, history, answer } = exchange;
  const stopReason = turn.isCut ? 'max_tokens' : answer.calls.length > 0 ? 'tool_use' : 'end_turn';
  return {
    request: defined({
      ...{ modelId: 'anthropic.claude-sonnet-4-5-v1:0', messages: history.map(bedrockMessage) },
      ...{ system: run.system === undefined ? undefined : [{ text: run.system }] },
      additionalModelRequestFields: defined(anthropicEffort(run)),
      toolConfig: run.tools && {
        tools: run.tools.map(({ name, description, parameters }) => ({
          toolSpec: { name, description, inputSchema: { json: parameters } },
        })),
      },
    }),
    response: {
      ...{ output: { message: { role: 'assistant', content: bedrockBlocks(answer) } }, stopReason },
      usage: { inputTokens: INPUT_TOKENS, outputTokens: outputTokens(exchange), totalTokens: 2_000 },
    },
  };
}
