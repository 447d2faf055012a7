/** The rows of the live screen in words, and the color of each trace. */
import { plural } from '../../lib/figures/format.ts';
import { lastReported } from '../../lib/figures/took.ts';
import { rowName } from '../../lib/steps/sentences.ts';
import { drawnText } from '../../lib/text/visible-text.ts';
import { traceTitle } from '../../lib/traces/trace-title.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import type { TailRow } from './tail-rows.ts';
import type { TailStep } from './tail.ts';

export const titleWords = ({ title, trace }: TailStep): string => traceTitle({ asked: title, id: trace });

/**
 * "Refund order 8812: thought for 120 tokens, called web_search twice, $0.05." Steps have no number here, because only
 * a part of the trace is loaded.
 */
export function rowWords(row: TailRow): string {
  const newest = row.kind === 'group' ? row.newest : row.step;
  const words = rowName(newest.step).replace(/^Step \d+, /, '');
  const many = row.kind === 'group' ? `${plural(row.steps.length, 'step')} at once, the newest: ` : '';
  return `${drawnText(titleWords(newest))}: ${many}${words}`;
}

const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});

/** The local time at which the response ended; where it has no end, at which it began. */
export function clockTime({ start, span }: Step): string {
  return CLOCK.format(new Date(span ? lastReported(span) : start));
}

/** Degrees. The hue distinguishes concurrent traces at a glance; their names stand beside it. */
export function traceHue(trace: string): number {
  return (Number.parseInt(trace.slice(-6), 16) * 137.508) % 360;
}
