/** An answer of OpenAI Responses. */
import { filled, records, type JsonRecord } from '../../json/json.ts';
import type { Usage } from '../../usage/usage.ts';
import type { AnswerContent, AnswerEvent, AnswerFormat } from './types.ts';

export const RESPONSES_ANSWER: AnswerFormat = { body, events };

const CUT_SHORT = new Set(['max_output_tokens', 'content_filter']);

function body({ turn, answer, own, id, model }: AnswerContent): JsonRecord {
  const reason = own && CUT_SHORT.has(answer.finishReason ?? '') ? answer.finishReason : undefined;
  return {
    id,
    object: 'response',
    created_at: 0,
    status: reason === undefined ? 'completed' : 'incomplete',
    error: null,
    incomplete_details: reason === undefined ? null : { reason },
    instructions: null,
    metadata: {},
    model,
    output: turn.map((item, index) => outputItem(item, `${id}_${index}`)),
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    usage: answer.usage ? usageFields(answer.usage) : null,
  };
}

/** A turn of a request may have messages without type and id; an answer has both, for everything. */
function outputItem(item: JsonRecord, id: string): JsonRecord {
  if (item.type === undefined) {
    const content = [{ type: 'output_text', text: item.content, annotations: [], logprobs: [] }];
    return { id, status: 'completed', ...item, type: 'message', content };
  }
  return { id, ...(item.type !== 'reasoning' && { status: 'completed' }), ...item };
}

function usageFields({ input = 0, output = 0, cacheRead = 0, reasoning }: Usage): JsonRecord {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: reasoning === undefined ? {} : { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}

function events(response: JsonRecord): AnswerEvent[] {
  const started = { ...response, status: 'in_progress', output: [], usage: null };
  const unnumbered: JsonRecord[] = [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    ...records(response.output).flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item: opened(item) },
      ...fillingOf(item).map((event) => ({ ...event, item_id: item.id, output_index })),
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: `response.${response.status === 'completed' ? 'completed' : 'incomplete'}`, response },
  ];
  return unnumbered.map((event, sequence_number) => ({
    event: String(event.type),
    data: { ...event, sequence_number },
  }));
}

/** An item at its start: what comes in deltas is still empty. */
function opened(item: JsonRecord): JsonRecord {
  if (item.type === 'reasoning') return { ...item, summary: [], ...(item.content !== undefined && { content: [] }) };
  if (item.type === 'message') return { ...item, status: 'in_progress', content: [] };
  return item.type === 'function_call' ? { ...item, status: 'in_progress', arguments: '' } : item;
}

function fillingOf(item: JsonRecord): JsonRecord[] {
  if (item.type === 'reasoning')
    return [...records(item.summary).flatMap(summaryEvents), ...records(item.content).flatMap(thoughtEvents)];
  if (item.type === 'message') return records(item.content).flatMap(textEvents);
  if (item.type !== 'function_call') return [];
  return [
    { type: 'response.function_call_arguments.delta', delta: item.arguments },
    { type: 'response.function_call_arguments.done', arguments: item.arguments, name: item.name },
  ];
}

function summaryEvents(part: JsonRecord, summary_index: number): JsonRecord[] {
  return [
    { type: 'response.reasoning_summary_part.added', summary_index, part: { ...part, text: '' } },
    { type: 'response.reasoning_summary_text.delta', summary_index, delta: part.text },
    { type: 'response.reasoning_summary_text.done', summary_index, text: part.text },
    { type: 'response.reasoning_summary_part.done', summary_index, part },
  ];
}

function thoughtEvents({ text }: JsonRecord, content_index: number): JsonRecord[] {
  return [
    { type: 'response.reasoning_text.delta', content_index, delta: text },
    { type: 'response.reasoning_text.done', content_index, text },
  ];
}

function textEvents(part: JsonRecord, content_index: number): JsonRecord[] {
  const field = filled(part.type) === 'refusal' ? 'refusal' : 'text';
  const name = field === 'refusal' ? 'refusal' : 'output_text';
  const logprobs = field === 'text' ? { logprobs: [] } : {};
  return [
    { type: 'response.content_part.added', content_index, part: { ...part, [field]: '' } },
    { type: `response.${name}.delta`, content_index, delta: part[field], ...logprobs },
    { type: `response.${name}.done`, content_index, [field]: part[field], ...logprobs },
    { type: 'response.content_part.done', content_index, part },
  ];
}
