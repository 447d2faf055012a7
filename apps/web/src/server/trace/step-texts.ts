/** The whole texts of a few steps, for the export: which rows they are in is what the steps say. */
import { traceTexts, type Sql, type TraceKey, type TraceTexts } from '@subtext/db';
import { resultKeys } from '../../lib/steps/joined-call.ts';
import type { Step } from '../../lib/steps/step-tree.ts';

export interface StepTexts {
  thoughts: string[];
  said: string | null;
  /** In the order of the step's calls. */
  calls: { given: string | null; result: string | null }[];
}

export async function textsOfSteps(sql: Sql, key: TraceKey, steps: readonly Step[]): Promise<StepTexts[]> {
  const wanted = new Set(steps.flatMap(keysOf));
  const found = await traceTexts(sql, key, [...wanted].map(callKey));
  const texts = new Map(found.map((each) => [`${each.spanId}:${each.index}`, each]));
  return steps.map((step) => textsOf(step, texts));
}

function keysOf({ thought, calls }: Step): string[] {
  const ofCalls = calls.flatMap((call) => [call.key, ...resultKeys(call)]);
  return thought.key === null ? ofCalls : [thought.key, ...ofCalls];
}

function textsOf({ thought, calls }: Step, texts: ReadonlyMap<string, TraceTexts>): StepTexts {
  const behind = thought.key === null ? undefined : texts.get(thought.key);
  const resultOf = (keys: readonly string[]) =>
    keys.reduce<string | null>((known, key) => known ?? texts.get(key)?.result ?? null, null);
  return {
    thoughts: behind?.thoughts ?? [],
    said: behind?.preamble ?? null,
    calls: calls.map((call) => ({ given: texts.get(call.key)?.arguments ?? null, result: resultOf(resultKeys(call)) })),
  };
}

function callKey(key: string) {
  const [spanId = '', index] = key.split(':');
  return { spanId, index: Number(index) };
}
