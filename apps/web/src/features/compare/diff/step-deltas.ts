/** What one step cost and took more or less in B than in A. */
import { errorsIn } from '../../../lib/steps/sentences.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';

export interface Delta {
  name: 'cost' | 'time' | 'thinking' | 'hidden' | 'errors';
  unit: 'money' | 'milliseconds' | 'tokens' | 'count';
  /** B − A. */
  change: number;
  /** The figure is apportioned from that of several steps. */
  isAbout: boolean;
}

/** Leaves out what is not reported on both sides, and what is equal. */
export function stepDeltas(a: Step, b: Step): Delta[] {
  const isAbout = a.paid?.approximate === true || b.paid?.approximate === true;
  const delta = (name: Delta['name'], unit: Delta['unit'], of: (step: Step) => number | null): Delta[] => {
    const [left, right] = [of(a), of(b)];
    if (left === null || right === null || left === right) return [];
    return [{ name, unit, change: right - left, isAbout: isAbout && name !== 'time' && name !== 'errors' }];
  };
  return [
    ...delta('cost', 'money', ({ paid }) => paid?.cost ?? null),
    ...delta('time', 'milliseconds', timeOf),
    ...delta('thinking', 'tokens', ({ paid }) => paid?.reasoningTokens ?? null),
    ...delta('hidden', 'money', ({ paid }) => paid?.hiddenCost ?? null),
    ...delta('errors', 'count', errorsIn),
  ];
}

/** From the start of the model call to the end of the last call that it led to; null = an end is not reported. */
function timeOf({ span, calls, siblings, start }: Step): number | null {
  if (!span || span.duration === null || siblings > 1) return null;
  const runs = calls.flatMap(({ execution }) => (execution ? [execution] : []));
  const ends = runs.map((run) => (run.duration === null ? NaN : run.start + run.duration));
  const end = Math.max(span.start + span.duration, ...ends);
  return Number.isNaN(end) ? null : end - Math.min(start, span.start);
}
