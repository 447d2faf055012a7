'use client';
// The actions for a step from its menu, the command palette and the step bar: copy it, link to it, or continue from it.
import { namesOf } from '../../../lib/skeleton/span-names.ts';
import type { Step, Timeline } from '../../../lib/steps/step-tree.ts';
import { tracePath } from '../../../lib/address/pages.ts';
import { copy } from '../../../lib/files/copy.ts';
import { fetchInTurn } from '../../../lib/requests/fetch-in-turn.ts';
import type { TraceAddress } from './trace-address.ts';

export async function copyStep(address: TraceAddress, step: Step): Promise<void> {
  await copyFrom(
    `${tracePath(address.project, address.trace)}/export?as=markdown&step=${step.number}`,
    `Step ${step.number} copied as Markdown`,
  );
}

/** Copies the server's response for a path to the clipboard. */
export async function copyFrom(path: string, done: string): Promise<void> {
  const text = fetchInTurn(path).then((answer) => answer.text());
  await copy(text, done);
}

/**
 * The model call at which a conversation as of the step ends: the step's own, or the last one before a run that no
 * response requested.
 */
export function generationOf(timeline: Timeline, step: Step): string | undefined {
  const before = timeline.steps.slice(0, step.number).findLast(({ kind, span }) => kind !== 'run' && span !== null);
  return before?.span?.id;
}

/** `step 6`, or `steps 6 to 8` where one response has several; undefined for a span without a visible step. */
export function stepsOfSpan({ steps }: Timeline, spanId: string): string | undefined {
  const names = namesOf(spanId);
  const isIt = ({ kind, span }: Step) => kind !== 'run' && span !== null && names.includes(span.id);
  const numbers = steps.filter(isIt).map(({ number }) => number);
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined) return undefined;
  return first === last ? `step ${first}` : `steps ${first} to ${last}`;
}
