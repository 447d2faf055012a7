/** Adds up the model calls of a trace whose billed thinking can be compared with its text. */
import type { Step } from '../checks/run.ts';
import { billedText, type TextBasis } from './billed-text.ts';
import type { BilledDay } from './unusual-days.ts';

/** Of one model on one day. */
export interface BilledSum extends BilledDay {
  model: string;
  basis: TextBasis;
}

export class BilledSums {
  readonly #sums = new Map<string, BilledSum>();

  add({ day, model }: { day: string; model: string | null }, step: Step): void {
    const billed = billedText(step);
    if (!billed || model === null) return;
    const { basis } = billed;
    const key = JSON.stringify([day, model, basis]);
    const { steps, tokens, bytes } = this.#sums.get(key) ?? { steps: 0, tokens: 0, bytes: 0 };
    this.#sums.set(key, {
      ...{ day, model, basis },
      steps: steps + 1,
      tokens: tokens + billed.tokens,
      bytes: bytes + billed.bytes,
    });
  }

  sums(): BilledSum[] {
    return [...this.#sums.values()];
  }
}
