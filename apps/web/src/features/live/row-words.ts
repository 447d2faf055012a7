/** Rows of the live screen in words, and the colour that stands beside them. */
import { plural } from '../../lib/format.ts';
import { lastKnown } from '../../lib/took.ts';
import { rowName } from '../../lib/steps/sentences.ts';
import { drawnText } from '../../lib/visible-text.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import type { TailRow } from './tail-rows.ts';
import type { TailStep } from './tail.ts';

export const titleWords = ({ title, trace }: TailStep): string => title ?? `Trace ${trace.slice(0, 8)}`;

/** "Refund order 8812: thought for 120 tokens, called web_search twice, $0.05." Its number is known only where the whole trace is. */
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

/** When the response was there, by the clock of the person; without an end, when it began. */
export function clockTime({ start, span }: Step): string {
  return CLOCK.format(new Date(span ? lastKnown(span) : start));
}

/** Degrees: traces that run at once can be told apart at a glance; their names stand beside it. */
export function traceHue(trace: string): number {
  return (Number.parseInt(trace.slice(-6), 16) * 137.508) % 360;
}
