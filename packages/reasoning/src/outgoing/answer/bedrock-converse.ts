/** An answer of Bedrock Converse and ConverseStream. */
import { isRecord, record, records, text, type JsonRecord } from '../../json/json.ts';
import { toJson } from '../../json/attributes.ts';
import type { Usage } from '../../usage/usage.ts';
import { namedFrames } from './aws-frames.ts';
import type { AnswerContent, AnswerEvent, AnswerFormat } from './types.ts';

export const CONVERSE_ANSWER: AnswerFormat = { body, events, encode: namedFrames };

/** The latency of the recorded call is not stored, and the field is required. */
const METRICS = { latencyMs: 0 };

function body({ turn, answer, own }: AnswerContent): JsonRecord {
  const content = records(turn[0]?.content);
  const ending = content.some(({ toolUse }) => toolUse !== undefined) ? 'tool_use' : 'end_turn';
  return {
    output: { message: { role: 'assistant', content } },
    stopReason: (own ? answer.finishReason : undefined) ?? ending,
    ...(answer.usage && { usage: usageFields(answer.usage) }),
    metrics: METRICS,
  };
}

/** What comes from the cache and goes into it is beside the input. */
function usageFields({ input = 0, output = 0, cacheRead, cacheWrite, cacheWriteHour }: Usage): JsonRecord {
  return {
    inputTokens: Math.max(0, input - (cacheRead ?? 0) - (cacheWrite ?? 0)),
    outputTokens: output,
    totalTokens: input + output,
    ...(cacheRead !== undefined && { cacheReadInputTokens: cacheRead }),
    ...(cacheWrite !== undefined && { cacheWriteInputTokens: cacheWrite }),
    ...(cacheWriteHour !== undefined && { cacheDetails: [{ ttl: '1h', inputTokens: cacheWriteHour }] }),
  };
}

function events({ output, stopReason, usage, metrics }: JsonRecord): AnswerEvent[] {
  const { content } = record(record(output).message);
  return [
    { data: { messageStart: { role: 'assistant' } } },
    ...records(content).flatMap((block, contentBlockIndex) => [
      ...startsOf(block).map((start) => ({ data: { contentBlockStart: { contentBlockIndex, start } } })),
      ...deltasOf(block).map((delta) => ({ data: { contentBlockDelta: { contentBlockIndex, delta } } })),
      { data: { contentBlockStop: { contentBlockIndex } } },
    ]),
    { data: { messageStop: { stopReason } } },
    { data: { metadata: { ...(usage !== undefined && { usage }), metrics } } },
  ];
}

/** Only calls and results are announced. */
function startsOf({ toolUse, toolResult }: JsonRecord): JsonRecord[] {
  if (isRecord(toolUse)) {
    const { input: _input, ...start } = toolUse;
    return [{ toolUse: start }];
  }
  if (!isRecord(toolResult)) return [];
  const { content: _content, ...start } = toolResult;
  return [{ toolResult: start }];
}

function deltasOf({ toolUse, toolResult, reasoningContent, ...block }: JsonRecord): JsonRecord[] {
  if (isRecord(toolUse)) return [{ toolUse: { input: toJson(toolUse.input) } }];
  if (isRecord(toolResult)) return [{ toolResult: toolResult.content }];
  return isRecord(reasoningContent) ? thoughtDeltas(reasoningContent) : [block];
}

function thoughtDeltas({ reasoningText, redactedContent }: JsonRecord): JsonRecord[] {
  if (redactedContent !== undefined) return [{ reasoningContent: { redactedContent } }];
  const { text: thought = '', signature } = record(reasoningText);
  return [
    { reasoningContent: { text: thought } },
    ...(text(signature) === undefined ? [] : [{ reasoningContent: { signature } }]),
  ];
}
