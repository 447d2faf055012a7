/** An answer of Gemini's Interactions API: steps, and their deltas in a stream. */
import { record, records, type JsonRecord } from '../../json/json.ts';
import { toJson } from '../../json/attributes.ts';
import type { Usage } from '../../usage/usage.ts';
import type { AnswerContent, AnswerEvent, AnswerFormat } from './types.ts';

export const INTERACTIONS_ANSWER: AnswerFormat = { body, events };

/** Clients read it as a time, and the recorded one means nothing here. */
const TIME = '1970-01-01T00:00:00Z';

function body({ turn, answer, own, id, model }: AnswerContent): JsonRecord {
  const ending = turn.some(({ type }) => type === 'function_call') ? 'requires_action' : 'completed';
  return {
    id,
    object: 'interaction',
    model,
    role: 'model',
    status: (own ? answer.finishReason : undefined) ?? ending,
    created: TIME,
    updated: TIME,
    steps: turn,
    ...(answer.usage && { usage: usageFields(answer.usage) }),
  };
}

/** Thinking is not part of the output. */
function usageFields({ input = 0, output = 0, reasoning, cacheRead }: Usage): JsonRecord {
  return {
    total_input_tokens: input,
    total_output_tokens: output - (reasoning ?? 0),
    ...(reasoning !== undefined && { total_thought_tokens: reasoning }),
    ...(cacheRead !== undefined && { total_cached_tokens: cacheRead }),
    total_tokens: input + output,
  };
}

function events({ steps, usage, ...interaction }: JsonRecord): AnswerEvent[] {
  return [
    named({ event_type: 'interaction.created', interaction: { ...interaction, status: 'in_progress' } }),
    ...records(steps).flatMap((whole, index) => [
      named({ event_type: 'step.start', index, step: opened(whole) }),
      ...deltasOf(whole).map((delta) => named({ event_type: 'step.delta', index, delta })),
      named({ event_type: 'step.stop', index }),
    ]),
    named({ event_type: 'interaction.completed', interaction: { ...interaction, usage } }),
  ];
}

function named(data: JsonRecord): AnswerEvent {
  return { event: String(data.event_type), data };
}

/** A step at its start: what comes in deltas is not there yet. Steps of the provider's own tools come whole. */
function opened(step: JsonRecord): JsonRecord {
  if (step.type === 'function_call') return { ...step, arguments: {} };
  const { summary: _summary, signature: _signature, content: _content, ...fields } = step;
  return step.type === 'thought' || step.type === 'model_output' ? fields : step;
}

function deltasOf({ type, ...step }: JsonRecord): JsonRecord[] {
  switch (type) {
    case 'thought': {
      const { signature } = step;
      return [
        ...records(step.summary).map((content) => ({ type: 'thought_summary', content })),
        ...(signature === undefined ? [] : [{ type: 'thought_signature', signature }]),
      ];
    }
    case 'model_output':
      return records(step.content).map((block) => ({ type: 'text', text: block.text }));
    case 'function_call':
      return [{ type: 'arguments_delta', arguments: toJson(record(step.arguments)) }];
    default:
      return [];
  }
}
