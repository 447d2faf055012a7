/** The two responses of the conversation as each provider's API sends them, whole. The ids are the same in all. */
import { ANSWER, CALLS, MODEL, PREAMBLE, THOUGHT, USAGE } from '../conversation.ts';

export type Turn = 'asking' | 'answering';

/** DeepSeek's form of the Chat Completions API: the thinking stands in `reasoning_content`. */
export function chatCompletion(turn: Turn): object {
  const asking = {
    role: 'assistant',
    content: PREAMBLE,
    reasoning_content: THOUGHT,
    tool_calls: CALLS.map(({ id, name, arguments: given }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(given) },
    })),
  };
  const answering = { role: 'assistant', content: ANSWER };
  return {
    id: `chatcmpl-${turn}`,
    object: 'chat.completion',
    created: 1_790_000_000,
    model: MODEL,
    choices: [
      {
        index: 0,
        message: turn === 'asking' ? asking : answering,
        finish_reason: turn === 'asking' ? 'tool_calls' : 'stop',
        logprobs: null,
      },
    ],
    usage: {
      prompt_tokens: USAGE.input,
      completion_tokens: USAGE.output,
      total_tokens: USAGE.input + USAGE.output,
      prompt_tokens_details: { cached_tokens: USAGE.cacheRead },
      ...(turn === 'asking' && { completion_tokens_details: { reasoning_tokens: USAGE.reasoning } }),
    },
  };
}

export function openaiResponse(turn: Turn): object {
  const message = (text: string) => ({
    type: 'message',
    id: `msg_${turn}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  });
  const asking = [
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: THOUGHT }],
      encrypted_content: 'gAAAAABsome-encrypted-thinking',
    },
    message(PREAMBLE),
    ...CALLS.map(({ id, name, arguments: given }, index) => ({
      type: 'function_call',
      id: `fc_${index}`,
      call_id: id,
      name,
      arguments: JSON.stringify(given),
      status: 'completed',
    })),
  ];
  return {
    id: `resp_${turn}`,
    object: 'response',
    created_at: 1_790_000_000,
    status: 'completed',
    model: MODEL,
    output: turn === 'asking' ? asking : [message(ANSWER)],
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    error: null,
    incomplete_details: null,
    usage: {
      input_tokens: USAGE.input,
      input_tokens_details: { cached_tokens: USAGE.cacheRead },
      output_tokens: USAGE.output,
      output_tokens_details: { reasoning_tokens: turn === 'asking' ? USAGE.reasoning : 0 },
      total_tokens: USAGE.input + USAGE.output,
    },
  };
}

export function anthropicMessage(turn: Turn): object {
  const asking = [
    { type: 'thinking', thinking: THOUGHT, signature: 'c29tZS1zaWduYXR1cmU=' },
    { type: 'text', text: PREAMBLE },
    ...CALLS.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input })),
  ];
  return {
    id: `msg_${turn}`,
    type: 'message',
    role: 'assistant',
    model: MODEL,
    content: turn === 'asking' ? asking : [{ type: 'text', text: ANSWER }],
    stop_reason: turn === 'asking' ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: USAGE.input - USAGE.cacheRead,
      cache_read_input_tokens: USAGE.cacheRead,
      cache_creation_input_tokens: 0,
      output_tokens: USAGE.output,
      ...(turn === 'asking' && { output_tokens_details: { thinking_tokens: USAGE.reasoning } }),
    },
  };
}
