'use client';
// The current row of the timeline, which is in the URL, and the functions that move it.
import { useMemo, useRef, useState } from 'react';
import { runsOfCall } from '../../../lib/steps/joined-call.ts';
import type { Entry, Step, Timeline } from '../../../lib/steps/step-tree.ts';
import { namesOf } from '../../../lib/skeleton/span-names.ts';
import { callLabel } from '../../../lib/steps/step-tree.ts';
import { parseStepParam, type SetTraceUrl, type TraceUrl } from './trace-url.ts';
import { hasError, isMostlyHidden } from '../../../lib/steps/sentences.ts';

export interface Selection {
  entry: Entry | undefined;
  step: Step | undefined;
  /** Index of the selected call; -1 = the whole step. */
  call: number;
  /** The user has not selected a step, so a default step stands in. */
  implied: boolean;
}

interface Address {
  url: TraceUrl;
  setUrl: SetTraceUrl;
  /**
   * Spans of steps outside of the first loaded window. Their step numbers are valid only on this page, so the URL names
   * the span instead.
   */
  beyond: ReadonlySet<string>;
}

export function useSelection(timeline: Timeline | undefined, { url, setUrl, beyond }: Address) {
  // Group rows have no number, so they are not in the URL.
  const [group, setGroup] = useState<string | null>(null);
  const selection = useMemo<Selection>(() => {
    const asked = parseStepParam(url.step);
    // The default step: the first one, or in time travel the last visible one.
    const implied = url.at === null ? timeline?.steps[0] : timeline?.steps.at(-1);
    const chosen = asked ? timeline?.steps[asked.number - 1] : stepOfSpan(timeline, url.span);
    const step = chosen ?? implied;
    const held = group === null ? undefined : timeline?.entries.find((entry) => entry.key === group);
    const call = chosen && asked && asked.call < chosen.calls.length ? asked.call : -1;
    return { entry: held ?? step, step, call, implied: !chosen };
  }, [timeline, url.step, url.span, url.at, group]);

  const select = (entry: Entry | undefined, call = -1) => {
    if (!entry) return;
    if (entry.entry === 'group') return setGroup(entry.key);
    setGroup(null);
    if (entry.span && beyond.has(entry.span.id)) return void setUrl({ step: null, span: entry.span.id });
    const param = call < 0 || entry.calls.length < 2 ? String(entry.number) : callLabel(entry, call);
    void setUrl({ step: param, span: null });
  };
  return { selection, select };
}

/** The step of a response's span, or of an executed tool's span. */
function stepOfSpan(timeline: Timeline | undefined, span: string | null): Step | undefined {
  if (span === null) return undefined;
  const names = namesOf(span);
  const isIt = (id: string | undefined) => id !== undefined && names.includes(id);
  return timeline?.steps.find(
    (step) => isIt(step.span?.id) || step.calls.some((call) => runsOfCall(call).some(({ spanId }) => isIt(spanId))),
  );
}

/** Functions that move over the visible rows. */
export function useMoves(
  timeline: Timeline | undefined,
  /** The visible rows, as indices in `Timeline.entries`. */
  rows: readonly { entry: number }[],
  { selection, select }: ReturnType<typeof useSelection>,
) {
  const trail = useRef<string[]>([]);
  const entryAt = (row: number) => timeline?.entries[rows[row]?.entry ?? -1];
  const current = rows.findIndex((row) => timeline?.entries[row.entry] === selection.entry);
  const by = (count: number) => select(entryAt(Math.max(0, Math.min(rows.length - 1, Math.max(current, 0) + count))));
  const toStep = (matches: (step: Step) => boolean, direction: 1 | -1) => {
    const steps = timeline?.steps ?? [];
    const from = (selection.step?.number ?? 1) - 1;
    for (let offset = selection.implied && direction === 1 ? 0 : 1; offset <= steps.length; offset++) {
      const step = steps[(from + direction * offset + steps.length * 2) % steps.length];
      if (step && matches(step)) return select(step);
    }
  };
  const reference = () => {
    const { step } = selection;
    const ref = step?.calls[0]?.request?.reasoningRef ?? null;
    const key =
      step?.shares && step.shares !== 'missing'
        ? step.shares.key
        : ref === null
          ? undefined
          : timeline?.calls.get(ref)?.key;
    if (!step || !key || key === step.key) return;
    trail.current.push(step.key);
    select(timeline?.steps.find((one) => one.key === key));
  };
  const referenceBack = () => {
    const key = trail.current.pop();
    if (key) select(timeline?.steps.find((one) => one.key === key));
  };
  return {
    current,
    by,
    reference,
    referenceBack,
    first: () => select(entryAt(0)),
    last: () => select(entryAt(rows.length - 1)),
    to: toStep,
    error: (direction: 1 | -1) => toStep(hasError, direction),
    hidden: (direction: 1 | -1) => toStep(isMostlyHidden, direction),
  };
}
