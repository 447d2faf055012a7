/**
 * The trace as it was when step N was done: later steps are gone, sums hold what had been paid, and a call that was still running then has no
 * result yet. Pure; TracePage.tsx shows it in the place of the whole.
 */
import type { Call } from '../../lib/steps/joined-call.ts';
import { money, percent, shareOf } from '../../lib/format.ts';
import { nano } from '../../lib/steps/sentences.ts';
import { sumOf, type Sum } from '../../lib/steps/step-sums.ts';
import { addSums, NOTHING_BELOW, type Entry, type Step, type Timeline } from '../../lib/steps/step-tree.ts';
import { lastKnown } from '../../lib/took.ts';

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

/** The steps up to `at`, and the rows that hold one of them, in their order. */
function keptEntries({ entries }: Timeline, at: number): Set<number> {
  const kept = new Set<number>();
  entries.forEach((entry, index) => {
    if (entry.entry !== 'step' || entry.number > at) return;
    for (let holder = index; holder >= 0 && !kept.has(holder); holder = entries[holder]!.parent) kept.add(holder);
  });
  return new Set([...kept].sort((a, b) => a - b));
}

/** When step N was done; where the next step stands inside it, when that began: so much of it had happened. */
function momentOf({ entries, steps }: Timeline, at: number): number {
  const [step, next] = [steps[at - 1], steps[at]];
  for (let holder = entries[next?.parent ?? -1]; next && holder; holder = entries[holder.parent])
    if (holder === step) return next.start;
  return endOf(step);
}

/** When the last of a step's calls had come back, as far as is known, in milliseconds from the start of the trace. */
export function endOf(step: Step | undefined): number {
  if (!step) return 0;
  const ends = step.calls.map(({ ran }) => (ran ? lastKnown(ran) : step.start));
  return Math.max(step.start + (step.span?.duration ?? 0), ...ends.slice(0, 1000));
}

/** Something of the step has no end. */
export const isOpenEnded = ({ span, calls }: Step): boolean =>
  span?.duration === null || calls.some(({ ran }) => ran?.duration === null);

/** What had been paid up to each step. Of a response that made several steps only the whole is exact: what it cost is split over them. */
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

/** How much of the thinking was hidden: a share of it only where all of it was told and has a price, else what is known to be. Undefined where there is none. */
export function hiddenWords({ hiddenCost, reasoningCost, lack, uncounted }: Sum): string | undefined {
  if (hiddenCost === null || hiddenCost === 0 || reasoningCost === null) return undefined;
  if (lack !== null || uncounted) return `${money(nano(hiddenCost))} hidden`;
  const share = shareOf(nano(hiddenCost), nano(reasoningCost));
  return share === undefined ? undefined : `${share === 1 ? 'all' : percent(share)} hidden`;
}

/** Only real timestamps tell: a run that ended later was going on. */
const endsAfter = ({ ran }: Call, moment: number): boolean => ran !== null && lastKnown(ran) > moment;

const running = (call: Call): Call => ({ ...call, ran: null, told: null, status: 'unset', duration: null });

function countChildren(entries: readonly Entry[]): void {
  let roots = 0;
  for (const { parent } of entries) {
    const holder = entries[parent];
    if (holder) holder.children += 1;
    else roots += 1;
  }
  for (const entry of entries) entry.setSize = entries[entry.parent]?.children ?? roots;
}
