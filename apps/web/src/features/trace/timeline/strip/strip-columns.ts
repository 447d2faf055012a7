/**
 * Steps → columns of the thought strip, at most one per step and one every few pixels: a trace of 10,000 steps keeps
 * its peaks and errors. Pure; ThoughtStrip.tsx paints them.
 */
import { exactCount, tokens } from '../../../../lib/figures/format.ts';
import { isHidden } from '../../../../lib/figures/thinking.ts';
import { hasError } from '../../../../lib/steps/sentences.ts';
import type { Step } from '../../../../lib/steps/step-tree.ts';

export interface StripColumn {
  /** Indexes of the first and the last step, both included. */
  first: number;
  last: number;
  /** 0 to 1, from the step with the most thinking; null = not reported. */
  height: number | null;
  fill: 'readable' | 'summary' | 'noText' | 'none';
  error: boolean;
}

export function stripColumns(steps: readonly Step[], mostColumns: number): StripColumn[] {
  const perColumn = Math.max(1, Math.ceil(steps.length / Math.max(1, mostColumns)));
  const most = steps.reduce((max, step) => Math.max(max, step.thought.tokens ?? 0), 0);
  const columns: StripColumn[] = [];
  for (let first = 0; first < steps.length; first += perColumn) {
    const group = steps.slice(first, first + perColumn);
    const peak = group.reduce((best, step) =>
      (step.thought.tokens ?? -1) > (best.thought.tokens ?? -1) ? step : best,
    );
    const height = peak.thought.state === 'shared' ? 0 : peak.thought.tokens;
    columns.push({
      first,
      last: first + group.length - 1,
      // Thoughts differ by orders of magnitude; the square root keeps small ones visible.
      height: height === null ? null : most === 0 ? 0 : Math.sqrt(height / most),
      fill: fillOf(peak, height),
      error: group.some(hasError),
    });
  }
  return columns;
}

/** "Thinking of steps 1–14, at most 2,900 tok in step 7" */
export function stripWords(steps: readonly Step[]): string {
  const [first] = steps;
  if (!first) return '';
  const most = steps.reduce((best, step) => ((step.thought.tokens ?? 0) > (best.thought.tokens ?? 0) ? step : best));
  const which = steps.length > 1 ? `steps 1–${exactCount(steps.length)}` : 'step 1';
  const { tokens: count } = most.thought;
  return `Thinking of ${which}${count ? `, at most ${tokens(count)} tok in step ${most.number}` : ''}`;
}

function fillOf({ thought: { state, characters } }: Step, count: number | null): StripColumn['fill'] {
  if (state === 'summary') return 'summary';
  if (isHidden(state)) return 'noText';
  return state === 'readable' && (characters > 0 || (count ?? 0) > 0) ? 'readable' : 'none';
}
