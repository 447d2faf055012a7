/** Where found calls stand: their step with its number, what it cost, the deed it led to, and the deed after it. */
import { callPreviews, traceCalls, traceSpans, type FoundCall, type Sql } from '@subtext/db';
import { decodeSkeleton, encodeSkeleton } from '../../lib/skeleton.ts';
import { buildSteps } from '../../lib/steps/build-steps.ts';
import { deedOf, type Deed } from '../../lib/steps/deeds.ts';
import type { Call } from '../../lib/steps/joined-call.ts';
import { hiddenShareOf } from '../../lib/steps/sentences.ts';
import { callLabel, type Step } from '../../lib/steps/step-tree.ts';
import { keyOf } from './arrange-hits.ts';

export interface HitStep {
  number: number;
  /** `7`, or `7b` where the step has several calls. */
  label: string;
  model: string | null;
  state: Step['thought']['state'];
  /** Thinking tokens. */
  tokens: number | null;
  cost: number | null;
  approximate: boolean;
  hiddenShare: number | undefined;
  deed: Deed;
  next: Deed | null;
  /** The beginning of its thought. */
  thought: string | null;
}

/** The steps of a trace with more are not built for a line of a list; its hits are found by their span. */
const MOST_STEPS = 1_500;
const MOST_ROWS = 6 * MOST_STEPS;

interface Place {
  projectId: string;
  /** Found calls, and how many steps their traces have. */
  calls: readonly (FoundCall & { steps: number })[];
}

/** By `keyOf` of the call. */
export async function hitSteps(sql: Sql, { projectId, calls }: Place): Promise<Map<string, HitStep>> {
  const traces = new Set(calls.flatMap(({ traceId, steps }) => (steps <= MOST_STEPS ? [traceId] : [])));
  const all = await Promise.all(
    [...traces].map((traceId) =>
      stepsOfTrace(sql, { projectId, traceId }, new Set(calls.map(keyOf))).catch(() => new Map<string, HitStep>()),
    ),
  );
  return new Map(all.flatMap((steps) => [...steps]));
}

async function stepsOfTrace(sql: Sql, trace: { projectId: string; traceId: string }, wanted: ReadonlySet<string>) {
  const [spans, calls] = await Promise.all([traceSpans(sql, trace, MOST_ROWS), traceCalls(sql, trace, MOST_ROWS)]);
  const { steps } = buildSteps(decodeSkeleton(encodeSkeleton({ spans, calls })));
  const found = steps.flatMap((step, index) =>
    keysOf(step).flatMap(([row, call]) => {
      const [spanId = '', at] = row.split(':');
      const key = keyOf({ traceId: trace.traceId, spanId, index: Number(at) });
      return wanted.has(key) ? [{ key, step, call, next: steps[index + 1] }] : [];
    }),
  );
  const thoughts = await thoughtsOf(sql, trace, new Set(found.flatMap(({ step }) => step.thought.key ?? [])));
  return new Map(found.map(({ key, step, call, next }) => [key, hitStep({ step, call, next, thoughts })]));
}

/** Every description of every call of the step, with the index of the call. */
function keysOf({ calls }: Step): [string, number][] {
  const rowsOf = (call: Call) =>
    [call.asked, call.ran, call.told, call.lent, call.thinking].filter((row) => row !== null);
  return calls.flatMap((call, index) =>
    rowsOf(call).map((row): [string, number] => [`${row.spanId}:${row.index}`, index]),
  );
}

async function thoughtsOf(sql: Sql, trace: { projectId: string; traceId: string }, keys: ReadonlySet<string>) {
  const wanted = [...keys].map((key) => {
    const [spanId = '', index] = key.split(':');
    return { spanId, index: Number(index) };
  });
  const previews = wanted.length > 0 ? await callPreviews(sql, trace, wanted) : [];
  return new Map(previews.map(({ spanId, index, thought }) => [`${spanId}:${index}`, thought]));
}

interface FoundStep {
  step: Step;
  call: number;
  next: Step | undefined;
  thoughts: ReadonlyMap<string, string | null>;
}

function hitStep({ step, call, next, thoughts }: FoundStep): HitStep {
  const { paid, thought, calls, span } = step;
  return {
    number: step.number,
    label: calls.length > 1 ? callLabel(step, call) : String(step.number),
    model: span?.model ?? null,
    state: thought.state,
    tokens: thought.tokens,
    cost: paid?.cost ?? null,
    approximate: paid?.approximate ?? false,
    hiddenShare: paid ? hiddenShareOf(paid) : undefined,
    deed: deedOf(step),
    next: next ? deedOf(next) : null,
    thought: (thought.key && thoughts.get(thought.key)) || null,
  };
}
