/** An answer of Gemini's generateContent. Calls and texts come whole, so a stream has one event. */
import { record, type JsonRecord } from '../../json/json.ts';
import type { Usage } from '../../usage/usage.ts';
import type { AnswerContent, AnswerFormat } from './types.ts';

export const GEMINI_ANSWER: AnswerFormat = { body, events: (whole) => [{ data: whole }] };

function body({ turn, answer, own, id, model, isWrapped }: AnswerContent): JsonRecord {
  const { parts = [] } = record(turn[0]);
  const finishReason = (own ? answer.finishReason : undefined) ?? 'STOP';
  const response = {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason }],
    ...(answer.usage && { usageMetadata: usageFields(answer.usage) }),
    modelVersion: model,
    responseId: id,
  };
  return isWrapped ? { response } : response;
}

/** Thinking is not part of the candidates' tokens. */
function usageFields({ input = 0, output = 0, reasoning, cacheRead }: Usage): JsonRecord {
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - (reasoning ?? 0),
    ...(reasoning !== undefined && { thoughtsTokenCount: reasoning }),
    ...(cacheRead !== undefined && { cachedContentTokenCount: cacheRead }),
    totalTokenCount: input + output,
  };
}
