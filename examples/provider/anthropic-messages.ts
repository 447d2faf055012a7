/** The Anthropic Messages format: content blocks, and the event for each of their deltas. */
import type Anthropic from '@anthropic-ai/sdk';
import { Memory } from './memory.ts';
import type { Item, Turn } from './script.ts';
import { opaque, randomId, roughTokens, slices, words } from './text.ts';
import { missingResults } from './wire-format.ts';
import type { Conversation, ServerEvent, WireFormat } from './wire-format.ts';

/**
 * With a thread the server stores the conversation, and a request contains only new messages: the client's tool runner
 * works like this.
 */
type Request = Anthropic.MessageCreateParams & Pick<Anthropic.Beta.MessageCreateParams, 'thread'>;
type Message = Anthropic.Message;
type Block = Anthropic.ContentBlock;

/** One per server: it remembers the conversations of its threads. */
export function anthropicMessages(folder?: string): WireFormat<Request, Message> {
  const threads = new Memory<Anthropic.MessageParam>(folder);
  const historyOf = ({ thread, messages }: Request): Anthropic.MessageParam[] =>
    thread?.type === 'continue' ? [...(threads.get(thread.previous_message_id) ?? []), ...messages] : messages;
  return {
    path: /\/messages$/,
    read: (request) => read(historyOf(request), request.system),
    write: (turn, request) => {
      const message = write(turn, request);
      if (request.thread)
        threads.set(message.id, [...historyOf(request), { role: 'assistant', content: message.content }]);
      return message;
    },
    stream,
    error: (message) => ({
      type: 'error',
      error: { type: 'invalid_request_error', message },
      request_id: randomId('req_', 24),
    }),
  };
}

function read(messages: Anthropic.MessageParam[], system: Request['system']): Conversation {
  const human = messages.findLastIndex((message) => message.role === 'user' && messageText(message) !== '');
  const since = messages.slice(human + 1);
  const asked = blocksOf(since.findLast((message) => message.role === 'assistant')).filter(
    (block) => block.type === 'tool_use',
  );
  const answered = blocksOf(since.at(-1)).flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
  return {
    asked: messageText(messages[human]),
    instructions: messageText({ role: 'user', content: system ?? '' }),
    rounds: since.filter((message) => message.role === 'assistant').length,
    answered: answeredTools(messages.flatMap(blocksOf)),
    complaint: missingResults(
      asked.map((block) => block.id),
      answered,
    ),
  };
}

function answeredTools(blocks: readonly Anthropic.ContentBlockParam[]): string[] {
  const names = new Map(blocks.flatMap((block) => (block.type === 'tool_use' ? [[block.id, block.name]] : [])));
  return blocks.flatMap((block) => (block.type === 'tool_result' ? [names.get(block.tool_use_id) ?? ''] : []));
}

function blocksOf(message: Anthropic.MessageParam | undefined): Anthropic.ContentBlockParam[] {
  return message === undefined || typeof message.content === 'string' ? [] : message.content;
}

function messageText(message: Anthropic.MessageParam | undefined): string {
  if (typeof message?.content === 'string') return message.content;
  return blocksOf(message)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('');
}

function write(turn: Turn, request: Request): Message {
  const omitted = displayOf(request) === 'omitted';
  const content = turn.output.flatMap((item) => blocks(item, omitted));
  return {
    model: request.model,
    id: randomId('msg_01', 22),
    type: 'message',
    role: 'assistant',
    content,
    container: null,
    diagnostics: null,
    stop_reason: content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    stop_details: null,
    usage: usage(turn),
  };
}

/** Since claude-opus-4-7 the text of thoughts is sent only on request. */
function displayOf(request: Request): 'summarized' | 'omitted' {
  const asked = request.thinking !== undefined && 'display' in request.thinking ? request.thinking.display : undefined;
  return asked ?? (/^claude-(opus-4-[78]|[a-z]+-5)/.test(request.model) ? 'omitted' : 'summarized');
}

function blocks(item: Item, omitted: boolean): Block[] {
  if ('thought' in item) {
    return [{ type: 'thinking', thinking: omitted ? '' : item.thought, signature: opaque(roughTokens(item.thought)) }];
  }
  if ('redacted' in item) return [{ type: 'redacted_thinking', data: opaque(120) }];
  if ('said' in item) return [{ type: 'text', text: item.said, citations: null }];
  if ('call' in item) {
    const id = randomId('toolu_01', 22);
    return [{ type: 'tool_use', id, name: item.call, input: item.arguments, caller: { type: 'direct' } }];
  }
  const id = randomId('srvtoolu_01', 22);
  const found = item.found.map(({ title, url, age }) => ({
    type: 'web_search_result' as const,
    title,
    url,
    page_age: age,
    encrypted_content: opaque(200),
  }));
  return [
    { type: 'server_tool_use', id, name: 'web_search', input: { query: item.search }, caller: { type: 'direct' } },
    { type: 'web_search_tool_result', tool_use_id: id, content: found, caller: { type: 'direct' } },
  ];
}

function usage({ usage, output }: Turn): Anthropic.Usage {
  const cacheRead = usage.cacheRead ?? 0;
  const cacheWrite = usage.cacheWrite ?? 0;
  const searches = output.filter((item) => 'search' in item).length;
  return {
    input_tokens: usage.input - cacheRead - cacheWrite,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    cache_creation: { ephemeral_5m_input_tokens: cacheWrite, ephemeral_1h_input_tokens: 0 },
    output_tokens: usage.output,
    output_tokens_details: usage.thinking === undefined ? null : { thinking_tokens: usage.thinking },
    server_tool_use: searches === 0 ? null : { web_search_requests: searches, web_fetch_requests: 0 },
    service_tier: 'standard',
    inference_geo: 'not_available',
    speed: 'standard',
  };
}

function* stream(message: Message, turn: Turn): Iterable<ServerEvent> {
  const start = {
    ...message,
    content: [],
    stop_reason: null,
    usage: { ...message.usage, output_tokens: 1, output_tokens_details: null },
  };
  yield named({ type: 'message_start', message: start });
  let hidden = hiddenTokens(message, turn);
  for (const [index, block] of message.content.entries()) {
    yield named(
      { type: 'content_block_start', index, content_block: opened(block) },
      block.type === 'redacted_thinking' ? 60 : 0,
    );
    if (index === 0) yield { event: 'ping', data: { type: 'ping' } };
    for (const delta of deltas(block)) {
      yield named(
        { type: 'content_block_delta', index, delta },
        tokensOf(delta) + (delta.type === 'signature_delta' ? hidden : 0),
      );
      if (delta.type === 'signature_delta') hidden = 0;
    }
    yield named({ type: 'content_block_stop', index });
  }
  yield named({
    type: 'message_delta',
    delta: { stop_reason: message.stop_reason, stop_sequence: null, stop_details: null, container: null },
    usage: deltaUsage(message.usage),
  });
  yield named({ type: 'message_stop' });
}

/** The end of a stream repeats the counts, without tier and region. */
function deltaUsage(usage: Anthropic.Usage): Anthropic.MessageDeltaUsage {
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = usage;
  const { output_tokens, output_tokens_details, server_tool_use } = usage;
  return {
    input_tokens,
    cache_creation_input_tokens,
    cache_read_input_tokens,
    output_tokens,
    output_tokens_details,
    server_tool_use,
  };
}

/** Thinking tokens that were billed and are not in the text. */
function hiddenTokens(message: Message, turn: Turn): number {
  const visible = message.content.map((block) => (block.type === 'thinking' ? roughTokens(block.thinking) : 0));
  return Math.max(0, (turn.usage.thinking ?? 0) - visible.reduce((sum, tokens) => sum + tokens, 0));
}

function named(data: Anthropic.RawMessageStreamEvent, tokens = 0): ServerEvent {
  return { event: data.type, data, tokens };
}

/** A block at its start: content that is sent in deltas is still empty. */
function opened(block: Block): Block {
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' };
  if (block.type === 'text') return { ...block, text: '' };
  if (block.type === 'tool_use' || block.type === 'server_tool_use') return { ...block, input: {} };
  return block;
}

function deltas(block: Block): Anthropic.RawContentBlockDelta[] {
  if (block.type === 'text') return words(block.text, 5).map((text) => ({ type: 'text_delta', text }));
  if (block.type === 'thinking') {
    const thoughts = words(block.thinking, 6).map((thinking) => ({ type: 'thinking_delta' as const, thinking }));
    return [...thoughts, { type: 'signature_delta', signature: block.signature }];
  }
  if (block.type !== 'tool_use' && block.type !== 'server_tool_use') return [];
  const json = ['', ...slices(JSON.stringify(block.input), 14)];
  return json.map((partial_json) => ({ type: 'input_json_delta', partial_json }));
}

function tokensOf(delta: Anthropic.RawContentBlockDelta): number {
  if (delta.type === 'thinking_delta') return roughTokens(delta.thinking);
  if (delta.type === 'text_delta') return roughTokens(delta.text);
  return delta.type === 'input_json_delta' ? roughTokens(delta.partial_json) : 0;
}
