/**
 * The turns of wire.ts in the formats of Mistral, Ollama, Cohere and Bedrock Converse, and the frames of AWS event
 * streams.
 */
import { pieces, type TurnItem, type Wire } from './wire.ts';

type Json = Record<string, unknown>;
type Call = Extract<TurnItem, { kind: 'call' }>;

function callsOf(turn: readonly TurnItem[]): Call[] {
  return turn.flatMap((entry) => (entry.kind === 'call' ? [entry] : []));
}

/** Content as chunks, thinking and text in any order; then the calls. */
export function mistralWire(turn: readonly TurnItem[], cuts: readonly number[]): Wire {
  const envelope = { id: '9abe8b736bff46af8e979b52334a57cd', model: 'm', p: 'abc' };
  const chunk = (delta: Json, finish: string | null = null) => ({
    ...envelope,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const content = turn.flatMap((entry) => (entry.kind === 'call' ? [] : [mistralChunk(entry.kind, entry.text)]));
  const events = turn.flatMap((entry) => {
    if (entry.kind === 'call') return [];
    return pieces(entry.text, cuts).map((piece, at) => {
      const isBareText = entry.kind === 'text' && at % 2 === 0;
      return chunk({ content: isBareText ? piece : [mistralChunk(entry.kind, piece)] });
    });
  });
  const calls = callsOf(turn).map((call) => ({
    id: call.id,
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
  if (calls.length > 0) events.push(chunk({ tool_calls: calls.map((call, index) => ({ ...call, index })) }));
  events.push(chunk({}, 'stop'));
  const message = { role: 'assistant', content, tool_calls: calls };
  return { whole: { ...envelope, choices: [{ index: 0, message, finish_reason: 'stop' }] }, events };
}

function mistralChunk(kind: 'reasoning' | 'text', text: string): Json {
  return kind === 'text' ? { type: 'text', text } : { type: 'thinking', thinking: [{ type: 'text', text }] };
}

/** Entries in any order, as connectors make them. */
export function conversationsWire(turn: readonly TurnItem[], cuts: readonly number[]): Wire {
  const conversation = { conversation_id: 'conv_1' };
  const events: Json[] = [{ type: 'conversation.response.started', ...conversation }];
  const outputs = turn.map((entry, index): Json => {
    const at = { output_index: index, id: `entry_${index}`, model: 'm' };
    const { output_index: _, ...entryId } = at;
    if (entry.kind === 'call') {
      const call = { tool_call_id: entry.id, name: entry.name };
      const source = JSON.stringify(entry.arguments);
      for (const piece of pieces(source, cuts))
        events.push({ type: 'function.call.delta', ...at, ...call, arguments: piece });
      return { type: 'function.call', ...entryId, ...call, arguments: source };
    }
    for (const [place, piece] of pieces(entry.text, cuts).entries()) {
      const isBareText = entry.kind === 'text' && place % 2 === 0;
      const content = isBareText ? piece : mistralChunk(entry.kind, piece);
      events.push({ type: 'message.output.delta', ...at, content_index: 0, role: 'assistant', content });
    }
    const content = entry.kind === 'text' ? entry.text : [mistralChunk(entry.kind, entry.text)];
    return { type: 'message.output', ...entryId, role: 'assistant', content };
  });
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 9, connector_tokens: 6 };
  events.push({ type: 'conversation.response.done', usage });
  return { whole: { object: 'conversation.response', ...conversation, outputs, usage }, events };
}

/** Thoughts, then text, then whole calls. */
export function ollamaWire(turn: readonly TurnItem[], cuts: readonly number[]): Wire {
  const textOfKind = (kind: 'reasoning' | 'text') =>
    turn.map((entry) => (entry.kind === kind ? entry.text : '')).join('');
  const line = (message: Json) => ({ model: 'm', created_at: '2026-08-05T08:10:56Z', message, done: false });
  const calls = callsOf(turn).map((call, index) => ({
    id: call.id,
    function: { index, name: call.name, arguments: call.arguments },
  }));
  const end = { done: true, done_reason: 'stop', prompt_eval_count: 3, eval_count: 5 };
  const events = [
    ...pieces(textOfKind('reasoning'), cuts).map((thinking) => line({ role: 'assistant', content: '', thinking })),
    ...pieces(textOfKind('text'), cuts).map((content) => line({ role: 'assistant', content })),
    ...calls.map((call) => line({ role: 'assistant', content: '', tool_calls: [call] })),
    { ...line({ role: 'assistant', content: '' }), ...end },
  ];
  const message = {
    role: 'assistant',
    content: textOfKind('text'),
    thinking: textOfKind('reasoning'),
    tool_calls: calls,
  };
  return { whole: { ...line(message), ...end }, events };
}

/** Content blocks in any order, then the calls. */
export function cohereWire(turn: readonly TurnItem[], cuts: readonly number[]): Wire {
  const events: Json[] = [
    { type: 'message-start', id: 'id_1', delta: { message: { role: 'assistant', content: [], tool_plan: '' } } },
  ];
  const blocks = turn.flatMap((entry) => (entry.kind === 'call' ? [] : [entry]));
  const content = blocks.map((entry, index): Json => {
    const field = entry.kind === 'text' ? 'text' : 'thinking';
    const delta = (piece: Json) => ({ message: { content: piece } });
    events.push({ type: 'content-start', index, delta: delta({ type: field, [field]: '' }) });
    for (const piece of pieces(entry.text, cuts))
      events.push({ type: 'content-delta', index, delta: delta({ [field]: piece }) });
    events.push({ type: 'content-end', index });
    return { type: field, [field]: entry.text };
  });
  const calls = callsOf(turn).map((call, index): Json => {
    const described = { id: call.id, type: 'function' };
    const delta = (piece: Json) => ({ message: { tool_calls: piece } });
    const start = { ...described, function: { name: call.name, arguments: '' } };
    events.push({ type: 'tool-call-start', index, delta: delta(start) });
    for (const piece of pieces(JSON.stringify(call.arguments), cuts))
      events.push({ type: 'tool-call-delta', index, delta: delta({ function: { arguments: piece } }) });
    events.push({ type: 'tool-call-end', index });
    return { ...described, function: { name: call.name, arguments: JSON.stringify(call.arguments) } };
  });
  const end = { finish_reason: 'COMPLETE', usage: { tokens: { input_tokens: 1, output_tokens: 2 } } };
  events.push({ type: 'message-end', delta: end });
  return { whole: { id: 'id_1', message: { role: 'assistant', content, tool_calls: calls }, ...end }, events };
}

/** Content blocks of all kinds in any order. */
export function converseWire(turn: readonly TurnItem[], cuts: readonly number[]): Wire {
  const usage = { inputTokens: 9, outputTokens: 80, totalTokens: 89 };
  const events: Json[] = [{ messageStart: { role: 'assistant' } }];
  const content = turn.map((entry, index): Json => {
    const at = { contentBlockIndex: index };
    const delta = (more: Json) => events.push({ contentBlockDelta: { ...at, delta: more } });
    let block: Json;
    if (entry.kind === 'call') {
      const described = { toolUseId: entry.id, name: entry.name };
      block = { toolUse: { ...described, input: entry.arguments } };
      events.push({ contentBlockStart: { ...at, start: { toolUse: described } } });
      for (const input of pieces(JSON.stringify(entry.arguments), cuts)) delta({ toolUse: { input } });
    } else if (entry.kind === 'text') {
      block = { text: entry.text };
      for (const text of pieces(entry.text, cuts)) delta({ text });
    } else {
      block = { reasoningContent: { reasoningText: { text: entry.text, signature: 'Eq' } } };
      for (const text of pieces(entry.text, cuts)) delta({ reasoningContent: { text } });
      for (const signature of ['E', 'q']) delta({ reasoningContent: { signature } });
    }
    events.push({ contentBlockStop: at });
    return block;
  });
  events.push({ messageStop: { stopReason: 'end_turn' } }, { metadata: { usage } });
  return { whole: { output: { message: { role: 'assistant', content } }, stopReason: 'end_turn', usage }, events };
}

/** A frame of an AWS event stream; its checksums are left 0. */
export function awsFrame(headers: Record<string, string>, payload: unknown): Uint8Array {
  const utf8 = (source: string) => new TextEncoder().encode(source);
  const headerBytes = Object.entries(headers).flatMap(([name, value]) => {
    const [nameBytes, valueBytes] = [utf8(name), utf8(value)];
    return [nameBytes.length, ...nameBytes, 7, valueBytes.length >> 8, valueBytes.length & 255, ...valueBytes];
  });
  const body = utf8(JSON.stringify(payload));
  const frame = new Uint8Array(16 + headerBytes.length + body.length);
  const view = new DataView(frame.buffer);
  view.setUint32(0, frame.length);
  view.setUint32(4, headerBytes.length);
  frame.set(headerBytes, 12);
  frame.set(body, 12 + headerBytes.length);
  return frame;
}

/** Events `{ [name]: payload }` as ConverseStream sends them. */
export function awsFrames(events: readonly Json[]): Uint8Array {
  const frames = events.flatMap((event) =>
    Object.entries(event).map(([name, payload]) =>
      awsFrame({ ':event-type': name, ':content-type': 'application/json', ':message-type': 'event' }, payload),
    ),
  );
  return Uint8Array.from(frames.flatMap((frame) => [...frame]));
}
