/** The OpenAI Responses format: output items, and the events that open, fill and close each of them. */
import type OpenAI from 'openai';
import { Memory } from './memory.ts';
import type { Item, Turn } from './script.ts';
import { thoughtsOf } from './script.ts';
import { opaque, randomId, roughTokens, slices, unixSeconds, words } from './text.ts';
import { missingResults } from './wire-format.ts';
import type { Conversation, ServerEvent, WireFormat } from './wire-format.ts';

type Request = OpenAI.Responses.ResponseCreateParams;
/** The response on the wire: `output_text` is added by the client. */
type Response = Omit<OpenAI.Responses.Response, 'output_text' | 'access_programs'>;
type StreamEvent = OpenAI.Responses.ResponseStreamEvent;
type Input = OpenAI.Responses.ResponseInputItem;
type Output = OpenAI.Responses.ResponseOutputItem;
type Reasoning = OpenAI.Responses.ResponseReasoningItem;
type OutputMessage = OpenAI.Responses.ResponseOutputMessage;

/** One per server: it remembers its responses, so that `previous_response_id` can continue them. */
export function openaiResponses(folder?: string): WireFormat<Request, Response> {
  const remembered = new Memory<Input>(folder);
  const historyOf = (request: Request): Input[] => {
    const input: Input[] =
      typeof request.input === 'string' ? [{ role: 'user', content: request.input }] : (request.input ?? []);
    return [...(remembered.get(request.previous_response_id) ?? []), ...input];
  };
  return {
    path: /\/responses$/,
    read: (request) => read(historyOf(request), request),
    write: (turn, request) => {
      const response = write(turn, request);
      // The next request may send an output item back, so it is a valid input item.
      if (request.store !== false)
        remembered.set(response.id, [...historyOf(request), ...(response.output as Input[])]);
      return response;
    },
    stream,
    error: (message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
  };
}

function read(history: Input[], request: Request): Conversation {
  const human = history.findLastIndex((item) => 'role' in item && item.role === 'user');
  const since = history.slice(human + 1);
  const asked = since.flatMap((item) => (item.type === 'function_call' ? [item.call_id] : []));
  const answered = since.flatMap((item) => (item.type === 'function_call_output' ? [item.call_id ?? ''] : []));
  const rounds = since.filter(
    (item, index) => item.type === 'function_call_output' && since[index - 1]?.type !== 'function_call_output',
  );
  const unknown = request.previous_response_id && history.length === countOf(request.input);
  const system = history.filter((item) => 'role' in item && (item.role === 'system' || item.role === 'developer'));
  return {
    asked: itemText(history[human]),
    instructions: [request.instructions ?? '', ...system.map(itemText)].join('\n'),
    rounds: rounds.length,
    answered: answeredTools(history),
    complaint: unknown
      ? `Previous response with id '${request.previous_response_id}' not found.`
      : missingResults(asked, answered),
  };
}

function answeredTools(history: readonly Input[]): string[] {
  const names = new Map(history.flatMap((item) => (item.type === 'function_call' ? [[item.call_id, item.name]] : [])));
  return history.flatMap((item) => (item.type === 'function_call_output' ? [names.get(item.call_id ?? '') ?? ''] : []));
}

function countOf(input: Request['input']): number {
  return typeof input === 'string' ? 1 : (input?.length ?? 0);
}

function itemText(item: Input | undefined): string {
  if (item === undefined || !('content' in item)) return '';
  if (typeof item.content === 'string') return item.content;
  return (item.content ?? []).flatMap((part) => ('text' in part ? [part.text] : [])).join('');
}

function write(turn: Turn, request: Request): Response {
  const output = items(turn, request);
  const { usage } = turn;
  return {
    ...frame(request),
    status: 'completed',
    completed_at: unixSeconds(),
    output,
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cacheRead ?? 0, cache_write_tokens: usage.cacheWrite ?? 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: usage.thinking ?? 0 },
      total_tokens: usage.input + usage.output,
    },
  };
}

/** The response object without its output, as the first events of a stream carry it. */
function frame(request: Request) {
  return {
    id: randomId('resp_0', 48).toLowerCase(),
    object: 'response' as const,
    created_at: unixSeconds(),
    background: false,
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: null,
    model: request.model ?? '',
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: request.previous_response_id ?? null,
    prompt_cache_key: null,
    reasoning: { effort: request.reasoning?.effort ?? 'medium', summary: request.reasoning?.summary ?? null },
    safety_identifier: null,
    service_tier: 'default' as const,
    store: request.store ?? true,
    temperature: 1,
    text: { format: { type: 'text' as const }, verbosity: 'medium' as const },
    tool_choice: request.tool_choice ?? ('auto' as const),
    tools: request.tools ?? [],
    top_logprobs: 0,
    top_p: 1,
    truncation: 'disabled' as const,
    metadata: request.metadata ?? {},
  };
}

/**
 * A turn's thoughts are the summary parts of one reasoning item, which comes first; text is commentary when calls
 * follow.
 */
function items(turn: Turn, request: Request): Output[] {
  const calls = turn.output.some((item) => 'call' in item);
  const thinks = thoughtsOf(turn).length > 0 || (turn.usage.thinking ?? 0) > 0;
  const rest = turn.output.flatMap((item) => outputItem(item, calls));
  return thinks ? [reasoning(turn, request), ...rest] : rest;
}

function reasoning(turn: Turn, request: Request): Reasoning {
  const summarised = Boolean(request.reasoning?.summary);
  const item: Reasoning = {
    id: randomId('rs_0', 48).toLowerCase(),
    type: 'reasoning',
    content: [],
    summary: summarised ? thoughtsOf(turn).map((text) => ({ type: 'summary_text', text })) : [],
  };
  if (request.include?.includes('reasoning.encrypted_content'))
    item.encrypted_content = opaque(turn.usage.thinking ?? 0);
  return item;
}

function outputItem(item: Item, calls: boolean): Output[] {
  if ('said' in item) {
    return [
      {
        id: randomId('msg_0', 48).toLowerCase(),
        type: 'message',
        status: 'completed',
        role: 'assistant',
        phase: calls ? 'commentary' : 'final_answer',
        content: [{ type: 'output_text', text: item.said, annotations: [], logprobs: [] }],
      },
    ];
  }
  if (!('call' in item)) return [];
  return [
    {
      id: randomId('fc_0', 48).toLowerCase(),
      type: 'function_call',
      status: 'completed',
      call_id: randomId('call_', 24),
      name: item.call,
      arguments: JSON.stringify(item.arguments),
    },
  ];
}

function* stream(response: Response, turn: Turn): Iterable<ServerEvent> {
  let sequence = 0;
  const number = (event: Unnumbered, tokens = 0): ServerEvent => {
    sequence += 1;
    return { event: event.type, data: { ...event, sequence_number: sequence - 1 }, tokens };
  };
  const started = { ...response, status: 'in_progress', completed_at: null, output: [], usage: null };
  yield number({ type: 'response.created', response: started });
  yield number({ type: 'response.in_progress', response: started });
  for (const [output_index, item] of response.output.entries()) {
    yield number({ type: 'response.output_item.added', output_index, item: opened(item) });
    for (const [event, tokens] of filling(item, turn)) {
      const item_id = item.id ?? '';
      yield number(
        { ...event, item_id, output_index, ...('delta' in event ? { obfuscation: padding(event.delta) } : {}) },
        tokens,
      );
    }
    yield number({ type: 'response.output_item.done', output_index, item });
  }
  yield number({ type: 'response.completed', response });
}

/** An event before it is numbered; its other fields are those of the format. */
type Unnumbered = { type: StreamEvent['type'] } & Record<string, unknown>;
type Filling = [event: { type: StreamEvent['type']; delta?: string } & Record<string, unknown>, tokens: number];

function filling(item: Output, turn: Turn): Filling[] {
  if (item.type === 'reasoning') return summaryEvents(item, turn);
  if (item.type === 'message') return textEvents(item);
  if (item.type !== 'function_call') return [];
  const deltas = slices(item.arguments, 4).map((delta): Filling => [
    { type: 'response.function_call_arguments.delta', delta },
    roughTokens(delta),
  ]);
  return [...deltas, [{ type: 'response.function_call_arguments.done', arguments: item.arguments }, 0]];
}

/** The summary starts after the thinking: all hidden tokens are spent before the first part. */
function summaryEvents(item: Reasoning, turn: Turn): Filling[] {
  const written = item.summary.reduce((sum, part) => sum + roughTokens(part.text), 0);
  const hidden = Math.max(0, (turn.usage.thinking ?? 0) - written);
  return item.summary.flatMap((part, summary_index): Filling[] => [
    [
      { type: 'response.reasoning_summary_part.added', summary_index, part: { ...part, text: '' } },
      summary_index === 0 ? hidden : 0,
    ],
    ...words(part.text, 2).map((delta): Filling => [
      { type: 'response.reasoning_summary_text.delta', summary_index, delta },
      roughTokens(delta),
    ]),
    [{ type: 'response.reasoning_summary_text.done', summary_index, text: part.text }, 0],
    [{ type: 'response.reasoning_summary_part.done', summary_index, part }, 0],
  ]);
}

function textEvents(item: OutputMessage): Filling[] {
  return item.content.flatMap((part, content_index): Filling[] => {
    if (part.type !== 'output_text') return [];
    return [
      [{ type: 'response.content_part.added', content_index, part: { ...part, text: '' } }, 0],
      ...words(part.text, 1).map((delta): Filling => [
        { type: 'response.output_text.delta', content_index, delta, logprobs: [] },
        roughTokens(delta),
      ]),
      [{ type: 'response.output_text.done', content_index, text: part.text, logprobs: [] }, 0],
      [{ type: 'response.content_part.done', content_index, part }, 0],
    ];
  });
}

function opened(item: Output): Output {
  if (item.type === 'reasoning') return { ...item, summary: [] };
  if (item.type === 'message') return { ...item, status: 'in_progress', content: [] };
  if (item.type === 'function_call') return { ...item, status: 'in_progress', arguments: '' };
  return item;
}

/** Random padding that hides the length of a delta from observers of the network. */
function padding(delta = ''): string {
  return randomId('', Math.max(1, 16 - delta.length));
}
