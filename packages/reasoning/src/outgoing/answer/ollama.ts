/** An answer of Ollama's own API: `/api/chat`, and `/api/generate` for a prompt. A stream is one JSON value per line. */
import { record, records, type JsonRecord } from '../../json/json.ts';
import { toJson } from '../../json/attributes.ts';
import type { Usage } from '../../usage/usage.ts';
import type { AnswerContent, AnswerEvent, AnswerFormat, EncodedEvents } from './types.ts';

export const OLLAMA_ANSWER: AnswerFormat = { body, events, encode };

/** Clients read it as a time, and the recorded one means nothing here. */
const CREATED_AT = '1970-01-01T00:00:00Z';

function body({ turn, answer, own, model, isCompletion }: AnswerContent): JsonRecord {
  const message: JsonRecord = turn[0] ?? { role: 'assistant', content: '' };
  return {
    model,
    created_at: CREATED_AT,
    ...(isCompletion ? completionFields(message) : { message }),
    done: true,
    done_reason: (own ? answer.finishReason : undefined) ?? 'stop',
    ...(answer.usage && usageFields(answer.usage)),
  };
}

function completionFields({ content, role: _role, ...fields }: JsonRecord): JsonRecord {
  return { ...fields, response: content };
}

/** An absent count is read as not reported. */
function usageFields({ input, output }: Usage): JsonRecord {
  return {
    ...(input !== undefined && { prompt_eval_count: input }),
    ...(output !== undefined && { eval_count: output }),
  };
}

/** Thought, text and calls each have a line. The last one has the counts, and nothing else. */
function events({
  model,
  created_at,
  done,
  done_reason,
  prompt_eval_count,
  eval_count,
  ...said
}: JsonRecord): AnswerEvent[] {
  const isChat = said.message !== undefined;
  const {
    role,
    content,
    thinking,
    tool_calls: calls,
  } = isChat ? record(said.message) : { ...said, content: said.response };
  const line = (piece: JsonRecord, end: JsonRecord = { done: false }): AnswerEvent => {
    const message = { role, content: '', ...piece };
    return { data: { model, created_at, ...(isChat ? { message } : completionFields(message)), ...end } };
  };
  return [
    ...(thinking === undefined ? [] : [line({ thinking })]),
    ...(content === '' ? [] : [line({ content })]),
    ...records(calls).map((call) => line({ tool_calls: [call] })),
    line({}, { done, done_reason, prompt_eval_count, eval_count }),
  ];
}

function encode(lines: readonly AnswerEvent[]): EncodedEvents {
  return { contentType: 'application/x-ndjson', body: lines.map(({ data }) => `${toJson(data)}\n`).join('') };
}
