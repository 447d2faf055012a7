/** An answer of Cohere's v2 chat. */
import { record, records, type JsonRecord } from '../../json/json.ts';
import type { Usage } from '../../usage/usage.ts';
import type { AnswerContent, AnswerEvent, AnswerFormat } from './types.ts';

export const COHERE_ANSWER: AnswerFormat = { body, events };

function body({ turn, answer, own, id }: AnswerContent): JsonRecord {
  const message: JsonRecord = turn[0] ?? { role: 'assistant', content: [] };
  const ending = message.tool_calls === undefined ? 'COMPLETE' : 'TOOL_CALL';
  const finish_reason = (own ? answer.finishReason : undefined) ?? ending;
  return { id, message, finish_reason, ...(answer.usage && { usage: usageFields(answer.usage) }) };
}

/** What was billed is not stored, so only what the model read and wrote is given. */
function usageFields({ input, output, cacheRead, reasoning }: Usage): JsonRecord {
  return {
    tokens: {
      ...(input !== undefined && { input_tokens: input }),
      ...(output !== undefined && { output_tokens: output }),
      ...(reasoning !== undefined && { reasoning_tokens: reasoning }),
    },
    ...(cacheRead !== undefined && { cached_tokens: cacheRead }),
  };
}

function events({ id, message, finish_reason, usage }: JsonRecord): AnswerEvent[] {
  const { role, content, tool_plan, tool_calls: calls } = record(message);
  return [
    named({ id, type: 'message-start', delta: { message: { role, content: [], tool_plan: '', tool_calls: [] } } }),
    ...records(content).flatMap(blockEvents),
    ...(tool_plan === undefined ? [] : [named({ type: 'tool-plan-delta', delta: { message: { tool_plan } } })]),
    ...records(calls).flatMap(callEvents),
    named({ type: 'message-end', delta: { finish_reason, usage } }),
  ];
}

function blockEvents({ type, ...field }: JsonRecord, index: number): AnswerEvent[] {
  const empty = Object.fromEntries(Object.keys(field).map((name) => [name, '']));
  return [
    named({ type: 'content-start', index, delta: { message: { content: { type, ...empty } } } }),
    named({ type: 'content-delta', index, delta: { message: { content: field } } }),
    named({ type: 'content-end', index }),
  ];
}

function callEvents(call: JsonRecord, index: number): AnswerEvent[] {
  const { name, arguments: source } = record(call.function);
  const delta = (tool_calls: JsonRecord) => ({ message: { tool_calls } });
  return [
    named({ type: 'tool-call-start', index, delta: delta({ ...call, function: { name, arguments: '' } }) }),
    named({ type: 'tool-call-delta', index, delta: delta({ function: { arguments: source } }) }),
    named({ type: 'tool-call-end', index }),
  ];
}

function named(data: JsonRecord): AnswerEvent {
  return { event: String(data.type), data };
}
