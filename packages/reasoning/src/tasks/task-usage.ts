/** The figures of a task's answer: tokens in inclusive form, and the other units that providers charge by. */
import { count, finite, isRecord, record, withoutUndefined, type JsonRecord } from '../json/json.ts';
import type { Usage } from '../usage/usage.ts';
import type { TaskUnits } from '../parts/task.ts';

/** `usage` of OpenAI's images, speech and transcriptions: input and output by kind. */
export function usageByKind(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const input = record(raw.input_tokens_details ?? raw.input_token_details);
  const output = record(raw.output_tokens_details ?? raw.output_token_details);
  return known({
    input: count(raw.input_tokens) ?? count(raw.prompt_tokens),
    output: count(raw.output_tokens) ?? count(raw.completion_tokens),
    cacheRead: count(input.cached_tokens),
    audioInput: count(input.audio_tokens),
    imageInput: count(input.image_tokens),
    audioOutput: count(output.audio_tokens),
    imageOutput: count(output.image_tokens),
  });
}

/** `usage` of embeddings, rerankings and moderations, which have only an input. Voyage reports only the total. */
export function usageOfInput(raw: unknown): Usage | undefined {
  const { prompt_tokens: prompt, input_tokens: input, total_tokens: total } = record(raw);
  return known({ input: count(prompt) ?? count(input) ?? count(total) });
}

/** Cohere's `meta.billed_units`. */
export function billedByCohere(body: JsonRecord): { usage?: Usage; units: TaskUnits } {
  const billed = record(record(body.meta).billed_units);
  const [input, image] = [count(billed.input_tokens), count(billed.image_tokens)];
  const sum = input === undefined && image === undefined ? undefined : (input ?? 0) + (image ?? 0);
  const usage = known({ input: sum, imageInput: image });
  return {
    ...(usage && { usage }),
    units: withoutUndefined({ images: count(billed.images), searchUnits: finite(billed.search_units) }),
  };
}

/** undefined when nothing is reported. */
export function known(figures: { [Name in keyof Usage]: Usage[Name] | undefined }): Usage | undefined {
  const usage: Usage = withoutUndefined(figures);
  return Object.keys(usage).length > 0 ? usage : undefined;
}
