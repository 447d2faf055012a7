// The labels of steps and calls (`7`, `7b`) by the spans and indexes under which they are stored. Pure.
import { namesOf } from '../../lib/skeleton/span-names.ts';
import { callLabel, type Step } from '../../lib/steps/step-tree.ts';

export interface StepPlaces {
  /** The first step of a model call; null: none is shown. */
  step: (spanId: string) => string | null;
  call: (spanId: string, index: number) => string | null;
}

export function stepPlaces(steps: readonly Step[]): StepPlaces {
  const labels = new Map<string, string>();
  const add = (key: string, label: string) => void (labels.has(key) || labels.set(key, label));
  for (const step of steps) {
    if (step.kind === 'run' || !step.span) continue;
    add(step.span.id, String(step.number));
    for (const [index, { request }] of step.calls.entries())
      if (request) add(`${request.spanId}:${request.index}`, callLabel(step, index));
  }
  const find = (key: string) => namesOf(key).flatMap((name) => labels.get(name) ?? [])[0] ?? null;
  return { step: find, call: (spanId, index) => find(`${spanId}:${index}`) };
}
