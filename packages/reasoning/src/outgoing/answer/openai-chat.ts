/** An answer of OpenAI's Chat Completions and of every compatible host, and of `/completions` for a prompt. */
import { record, records, type JsonRecord } from '../../json/json.ts';
import type { Usage } from '../../usage/usage.ts';
import type { AnswerContent, AnswerEvent, AnswerFormat } from './types.ts';

export const CHAT_ANSWER: AnswerFormat = { body, events };

function body({ turn, answer, own, id, model, isCompletion }: AnswerContent): JsonRecord {
  const message: JsonRecord = turn[0] ?? { role: 'assistant', content: '' };
  const ending = message.tool_calls === undefined ? 'stop' : 'tool_calls';
  const finish_reason = (own ? answer.finishReason : undefined) ?? ending;
  return {
    id,
    object: isCompletion ? 'text_completion' : 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, ...(isCompletion ? { text: message.content } : { message }), logprobs: null, finish_reason }],
    ...(answer.usage && { usage: usageFields(answer.usage) }),
  };
}

function usageFields({ input = 0, output = 0, cacheRead, reasoning }: Usage): JsonRecord {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cacheRead !== undefined && { prompt_tokens_details: { cached_tokens: cacheRead } }),
    ...(reasoning !== undefined && { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}

function events({ id, object, created, model, choices, usage }: JsonRecord): AnswerEvent[] {
  const [choice = {}] = records(choices);
  const isCompletion = 'text' in choice;
  const chunk = (more: JsonRecord): AnswerEvent => ({
    data: { id, object: isCompletion ? object : 'chat.completion.chunk', created, model, ...more },
  });
  return [
    ...(isCompletion ? [chunk({ choices })] : deltasOf(choice).map((delta) => chunk({ choices: [delta] }))),
    ...(usage === undefined ? [] : [chunk({ choices: [], usage })]),
    { data: '[DONE]' },
  ];
}

function deltasOf({ message, finish_reason: finishReason }: JsonRecord): JsonRecord[] {
  const { tool_calls: calls, ...fields } = record(message);
  const choice = (delta: JsonRecord, finish_reason: unknown = null) => ({
    index: 0,
    delta,
    logprobs: null,
    finish_reason,
  });
  return [
    choice(fields),
    ...records(calls).map((call, index) => choice({ tool_calls: [{ index, ...call }] })),
    choice({}, finishReason),
  ];
}
