/** Costs of model calls that do not think: audio by the hour, moderations that are free, and tokens by kind. */
import type { Cost, Task, Usage } from '@subtext/reasoning';
import type { NormalisedSpan } from '../normalise/index.ts';
import { listedRates, type MediaTokens } from '@subtext/prices';

/** null: it is charged by tokens, or its price is not known. */
export function costByUnits(normalised: NormalisedSpan): Cost | null {
  const { usage, units } = normalised.generation ?? {};
  if (!units || usage?.providerCostUsd !== undefined) return null;
  if (isFree(normalised)) return costOfInput(0);
  return units.audioSeconds === undefined ? null : costOfAudio(normalised, units.audioSeconds);
}

/** OpenAI's moderations cost nothing (platform.openai.com/docs/guides/moderation); the list has no prices for them. */
function isFree({ kind, generation }: NormalisedSpan): boolean {
  const { provider, requestModel, responseModel } = generation ?? {};
  const model = responseModel ?? requestModel ?? '';
  return kind === 'moderation' && provider === 'openai' && /^(?:omni|text)-moderation-/.test(model);
}

const SECONDS_PER_HOUR = 3_600;

function costOfAudio({ span, generation }: NormalisedSpan, seconds: number): Cost | null {
  const { provider, requestModel, responseModel } = generation ?? {};
  const at = new Date(Number(span.startTimeUnixNano / 1_000_000n));
  const models = [responseModel, requestModel].filter((model) => model !== undefined);
  const rates = models.map((model) => listedRates({ provider, model, at })).find((listed) => listed !== null);
  const hour = rates?.input_audio_hours ?? rates?.audio_hours;
  if (typeof hour !== 'number' || rates?.input_mtok !== undefined) return null;
  return costOfInput(Math.round((hour * 1e9 * seconds) / SECONDS_PER_HOUR));
}

const costOfInput = (nanoDollars: number): Cost => ({
  input: nanoDollars,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteHour: null,
  output: 0,
  reasoning: null,
  total: nanoDollars,
  source: 'computed',
});

/** What a model makes that answers in images, or in audio, is that, unless the provider says otherwise. */
export function mediaTokens(task: Task, usage: Usage): MediaTokens {
  const { input = 0, output = 0, audioInput = 0, imageInput = 0 } = usage;
  return {
    ...{ input, output, audioInput, imageInput },
    audioOutput: usage.audioOutput ?? (task === 'speech' ? output : 0),
    imageOutput: usage.imageOutput ?? (task === 'image' ? output : 0),
  };
}
