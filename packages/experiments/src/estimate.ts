/** What an experiment would cost, from the recorded tokens of its steps, before anything is sent. */
import type { ExperimentArm, ProjectPrice, RecordedStep } from '@subtext/db';
import { costOf, replayTarget } from '@subtext/reasoning';
import { ratesOf } from './rates.ts';

export interface Estimate {
  /** Nano-dollars, for the steps whose tokens were reported and whose model has a price. */
  cost: bigint;
  requests: number;
  /** Requests that the sum does not contain. */
  unknown: number;
  /** Models without a price: their steps would be left out. */
  unpriced: string[];
}

export interface Plan {
  steps: readonly RecordedStep[];
  arms: readonly ExperimentArm[];
  repeats: number;
}

export function estimate({ steps, arms, repeats }: Plan, prices: readonly ProjectPrice[], at: Date): Estimate {
  let [cost, unknown] = [0n, 0];
  const unpriced = new Set<string>();
  for (const arm of arms) {
    for (const step of steps) {
      const model = arm.model ?? step.model;
      const provider = (arm.target === null ? step.provider : replayTarget(arm.target)?.provider) ?? undefined;
      const { inputTokens, outputTokens } = step;
      const rates = model && ratesOf({ provider, model, at, inputTokens: inputTokens ?? 0 }, prices);
      if (model && !rates) unpriced.add(model);
      const usage = { input: inputTokens ?? undefined, output: outputTokens ?? undefined };
      const one = rates
        ? costOf(
            {
              ...(usage.input !== undefined && { input: usage.input }),
              ...(usage.output !== undefined && { output: usage.output }),
            },
            rates,
          )
        : null;
      if (one) cost += BigInt(one.total) * BigInt(repeats);
      else unknown += repeats;
    }
  }
  return { cost, unknown, requests: steps.length * arms.length * repeats, unpriced: [...unpriced].toSorted() };
}
