/**
 * Work in steps, so that one huge or hostile span does not block other requests: between two steps the event loop
 * turns, and a text that may take long is masked in a separate thread (mask-elsewhere.ts).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A text to be masked in the other thread; undefined = let the event loop turn. */
type Step = { text: string } | undefined;

export interface Masked {
  text: string;
  /** Why something in it was withheld. */
  reasons: string[];
}

/** The answer to a text is its masked form. */
export type Steps<Result> = Generator<Step, Result, Masked | undefined>;

/**
 * Runs the steps to their end and resolves to their result. A step that is a text is given to `elsewhere`, and its
 * masked form back to the steps; at any other the event loop turns. Rejects with what the steps throw, and when a text
 * cannot be masked.
 */
export async function paced<Result>(
  steps: Steps<Result>,
  elsewhere: (text: string) => Promise<Masked>,
): Promise<Result> {
  let step = steps.next();
  while (!step.done) {
    if (step.value === undefined) {
      await nextTurn();
      step = steps.next();
    } else step = steps.next(await elsewhere(step.value.text));
  }
  return step.value;
}
