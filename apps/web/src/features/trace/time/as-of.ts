/**
 * The trace as it was when step N had ended: later steps are removed, sums contain the cost up to then, and a call that
 * was still running has no result yet. Pure; TracePage.tsx shows it instead of the whole trace.
 */
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';
import type { Call } from '../../../lib/steps/joined-call.ts';
import { money, percent, shareOf } from '../../../lib/figures/format.ts';
import { nano } from '../../../lib/steps/sentences.ts';
import { sumOf, type Sum } from '../../../lib/steps/step-sums.ts';
import { addSums, NOTHING_BELOW, type Entry, type Step, type Timeline } from '../../../lib/steps/step-tree.ts';
import { lastReported } from '../../../lib/figures/took.ts';

export function asOf(timeline: Timeline, at: number): Timeline {
  const kept = keptEntries(timeline, at);
  const places = new Map([...kept].map((index, place) => [index, place] as const));
  const moment = momentOf(timeline, at);
  const entries = [...kept].map((index): Entry => {
    const entry = timeline.entries[index]!;
    const placed = { parent: places.get(entry.parent) ?? -1, children: 0, setSize: 0, ...NOTHING_BELOW };
    if (entry.entry === 'group') return { ...entry, ...placed };
    return { ...entry, ...placed, calls: entry.calls.map((call) => (endsAfter(call, moment) ? running(call) : call)) };
  });
  countChildren(entries);
  addSums(entries);
  const steps = entries.filter((entry): entry is Step => entry.entry === 'step');
  const keys = new Set(steps.map(({ key }) => key));
  const calls = new Map([...timeline.calls].filter(([, call]) => keys.has(call.key)));
  return { entries, steps, calls };
}

/** The steps up to `at`, and the rows that contain them, in order. */
function keptEntries({ entries }: Timeline, at: number): Set<number> {
  const kept = new Set<number>();
  entries.forEach((entry, index) => {
    if (entry.entry !== 'step' || entry.number > at) return;
    for (let holder = index; holder >= 0 && !kept.has(holder); holder = entries[holder]!.parent) kept.add(holder);
  });
  return new Set([...kept].sort((a, b) => a - b));
}

/** The end of step N. When the next step is nested inside it, the start of that step. */
function momentOf({ entries, steps }: Timeline, at: number): number {
  const [step, next] = [steps[at - 1], steps[at]];
  for (let holder = entries[next?.parent ?? -1]; next && holder; holder = entries[holder.parent])
    if (holder === step) return next.start;
  return endOf(step);
}

/** The end of the step's last call, as far as known, in milliseconds from the start of the trace. */
export function endOf(step: Step | undefined): number {
  if (!step) return 0;
  const ends = step.calls.map(({ execution }) => (execution ? lastReported(execution) : step.start));
  return Math.max(step.start + (step.span?.duration ?? 0), ...ends.slice(0, 1000));
}

/** The spans that had started when the last step of `timeline` ended. */
export function spansAsOf(spans: readonly SpanRow[], timeline: Timeline): SpanRow[] {
  const moment = endOf(timeline.steps.at(-1));
  return spans.filter(({ start }) => start <= moment);
}

/** True if the response or a call of the step has no end. */
export const isOpenEnded = ({ span, calls }: Step): boolean =>
  span?.duration === null ||
  calls.some(({ execution }) => execution?.duration === null && execution.status !== 'no_result');

/**
 * The cumulative cost after each step. A response's cost is exact only as a whole; when it has several steps, it is
 * split over them.
 */
export function sumsUpTo(steps: readonly Step[]): Sum[] {
  let sum = sumOf([]);
  const begun = new Map<string, number>();
  return steps.map(({ paid, span, siblings }) => {
    sum = sumOf([sum, paid]);
    if (span && siblings > 1) {
      const known = (begun.get(span.id) ?? 0) + 1;
      if (known < siblings) begun.set(span.id, known);
      else begun.delete(span.id);
    }
    return (sum = { ...sum, approximate: begun.size > 0 });
  });
}

/**
 * The hidden part of the thinking: a percentage only where all thinking is reported and has a price, otherwise the
 * known amount. Undefined when there is none.
 */
export function hiddenWords({ hiddenCost, reasoningCost, lack, uncounted }: Sum): string | undefined {
  if (hiddenCost === null || hiddenCost === 0 || reasoningCost === null) return undefined;
  if (lack !== null || uncounted) return `${money(nano(hiddenCost))} hidden`;
  const share = shareOf(nano(hiddenCost), nano(reasoningCost));
  return share === undefined ? undefined : `${share === 1 ? 'all' : percent(share)} hidden`;
}

/** Decided by real timestamps only: a call that ended later was still running. */
const endsAfter = ({ execution }: Call, moment: number): boolean =>
  execution !== null && lastReported(execution) > moment;

const running = (call: Call): Call => ({ ...call, execution: null, resultRow: null, status: 'unset', duration: null });

function countChildren(entries: readonly Entry[]): void {
  let roots = 0;
  for (const { parent } of entries) {
    const holder = entries[parent];
    if (holder) holder.children += 1;
    else roots += 1;
  }
  for (const entry of entries) entry.setSize = entries[entry.parent]?.children ?? roots;
}
