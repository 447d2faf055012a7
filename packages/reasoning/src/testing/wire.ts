/**
 * One model turn in each wire format, whole and streamed, with the pieces cut anywhere. For the readers' property
 * tests.
 */
import fc from 'fast-check';

export type TurnItem =
  | { kind: 'reasoning'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'call'; id: string; name: string; arguments: unknown };

type Json = Record<string, unknown>;

export interface Wire {
  whole: Json;
  events: Json[];
}

const words = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }).filter((said) => said.trim() !== '');
const item: fc.Arbitrary<TurnItem> = fc.oneof(
  fc.record({ kind: fc.constant('reasoning' as const), text: words }),
  fc.record({ kind: fc.constant('text' as const), text: words }),
  fc.record({
    kind: fc.constant('call' as const),
    id: fc.uuid(),
    name: fc.constantFrom('search', 'read'),
    arguments: fc.dictionary(fc.string(), fc.string()),
  }),
);

export const arbitraryTurn = fc.array(item, { minLength: 1, maxLength: 8 });

/** How a text is cut into deltas: lengths of the pieces, used cyclically. */
export const arbitraryCuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });

export function pieces(source: string, cuts: readonly number[]): string[] {
  const cut: string[] = [];
  for (let at = 0, turn = 0; at < source.length; turn += 1) {
    const length = cuts[turn % cuts.length] ?? 1;
    cut.push(source.slice(at, at + length));
    at += length;
  }
  return cut;
}

export function anthropicWire(turn: readonly TurnItem[], cuts: readonly number[]): Wire {
  const events: Json[] = [
    { type: 'message_start', message: { id: 'msg_1', type: 'message', model: 'm', content: [], usage: {} } },
  ];
  const content = turn.map((entry, index): Json => {
    const delta = (more: Json) => events.push({ type: 'content_block_delta', index, delta: more });
    const start = (block: Json) => events.push({ type: 'content_block_start', index, content_block: block });
    let block: Json;
    if (entry.kind === 'call') {
      block = { type: 'tool_use', id: entry.id, name: entry.name, input: entry.arguments };
      start({ ...block, input: {} });
      for (const piece of pieces(JSON.stringify(entry.arguments), cuts))
        delta({ type: 'input_json_delta', partial_json: piece });
    } else {
      const field = entry.kind === 'text' ? 'text' : 'thinking';
      block = { type: field, [field]: entry.text };
      start({ type: field, [field]: '' });
      for (const piece of pieces(entry.text, cuts)) delta({ type: `${field}_delta`, [field]: piece });
    }
    events.push({ type: 'content_block_stop', index });
    return block;
  });
  events.push({ type: 'message_delta', delta: { stop_reason: 'end_turn' } }, { type: 'message_stop' });
  return { whole: { id: 'msg_1', type: 'message', model: 'm', content, stop_reason: 'end_turn' }, events };
}

export function responsesWire(turn: readonly TurnItem[], cuts: readonly number[]): Wire {
  const envelope = { id: 'resp_1', object: 'response', model: 'm' };
  const events: Json[] = [{ type: 'response.created', response: { ...envelope, status: 'in_progress', output: [] } }];
  const output = turn.map((entry, index): Json => {
    const at = { output_index: index };
    const add = (more: Json) => events.push({ type: 'response.output_item.added', ...at, item: more });
    const deltas = (subject: string, source: string, where: Json) => {
      for (const delta of pieces(source, cuts))
        events.push({ type: `response.${subject}.delta`, ...at, ...where, delta });
    };
    let whole: Json;
    if (entry.kind === 'call') {
      whole = {
        type: 'function_call',
        id: `fc_${index}`,
        call_id: entry.id,
        name: entry.name,
        arguments: JSON.stringify(entry.arguments),
      };
      add({ ...whole, arguments: '' });
      deltas('function_call_arguments', JSON.stringify(entry.arguments), {});
    } else if (entry.kind === 'text') {
      whole = { type: 'message', id: `msg_${index}`, content: [{ type: 'output_text', text: entry.text }] };
      add({ ...whole, content: [] });
      deltas('output_text', entry.text, { content_index: 0 });
    } else {
      whole = { type: 'reasoning', id: `rs_${index}`, summary: [{ type: 'summary_text', text: entry.text }] };
      add({ ...whole, summary: [] });
      deltas('reasoning_summary_text', entry.text, { summary_index: 0 });
    }
    return whole;
  });
  return { whole: { ...envelope, status: 'completed', output }, events };
}

/** Chat cannot interleave: thoughts, then text, then calls. */
export function chatWire(turn: readonly TurnItem[], cuts: readonly number[]): Wire {
  const textOfKind = (kind: 'reasoning' | 'text') =>
    turn.map((entry) => (entry.kind === kind ? entry.text : '')).join('');
  const calls = turn.flatMap((entry) => (entry.kind === 'call' ? [entry] : []));
  const envelope = { id: 'chatcmpl_1', model: 'm' };
  const chunk = (delta: Json, finish: string | null = null) => ({
    ...envelope,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const events: Json[] = [
    ...pieces(textOfKind('reasoning'), cuts).map((piece) => chunk({ reasoning_content: piece })),
    ...pieces(textOfKind('text'), cuts).map((piece) => chunk({ content: piece })),
  ];
  calls.forEach((call, index) => {
    events.push(
      chunk({ tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] }),
    );
    for (const piece of pieces(JSON.stringify(call.arguments), cuts)) {
      events.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
  });
  events.push(chunk({}, 'stop'));
  const message = {
    role: 'assistant',
    reasoning_content: textOfKind('reasoning'),
    content: textOfKind('text'),
    tool_calls: calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.arguments) },
    })),
  };
  return { whole: { ...envelope, choices: [{ index: 0, message, finish_reason: 'stop' }] }, events };
}

export function sse(events: readonly unknown[], lineEnd = '\n'): string {
  return events.map((event) => `data: ${JSON.stringify(event)}${lineEnd}${lineEnd}`).join('');
}
