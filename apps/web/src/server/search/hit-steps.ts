/** The step of each found call: its number, its cost, the action it led to, and the next action. */
import { callPreviews, liveCalls, liveSpans, type FoundCall, type Sql } from '@subtext/db';
import { decodeSkeleton, encodeSkeleton } from '../../lib/skeleton/skeleton.ts';
import { buildSteps } from '../../lib/steps/build-steps.ts';
import { stepAction, type StepAction } from '../../lib/steps/step-action.ts';
import { runsOfCall, type Call } from '../../lib/steps/joined-call.ts';
import { hiddenShareOf, isAbout } from '../../lib/steps/sentences.ts';
import { callLabel, type Step } from '../../lib/steps/step-tree.ts';
import { timelineOf } from '../trace/steps/timeline-of.ts';
import { callKey } from './arrange-hits.ts';

export interface HitStep {
  /** `7`, or `7b` where the step has several calls; null in a trace that is too long to count for a line of a list. */
  label: string | null;
  model: string | null;
  state: Step['thought']['state'];
  /** Thinking tokens. */
  tokens: number | null;
  /** They are apportioned, or estimated from the text. */
  about: boolean;
  cost: number | null;
  approximate: boolean;
  hiddenShare: number | undefined;
  action: StepAction;
  next: StepAction | null;
  /** The beginning of its thought. */
  thought: string | null;
}

/** In a longer trace only the steps of the hits are built: without numbers and next actions. */
const MAX_STEPS = 1_500;
const MAX_SPANS = 6 * MAX_STEPS;

interface FoundCalls {
  projectId: string;
  /** Found calls, and how many steps their traces have. */
  calls: readonly (FoundCall & { steps: number })[];
}

/** The step of each found call, by `callKey` of the call; calls of which no step can be built are absent. */
export async function hitSteps(sql: Sql, { projectId, calls }: FoundCalls): Promise<Map<string, HitStep>> {
  const wanted = new Set(calls.map(callKey));
  const isLong = new Set(calls.flatMap(({ traceId, steps }) => (steps > MAX_STEPS ? [traceId] : [])));
  const all = await Promise.all(
    [...new Set(calls.map(({ traceId }) => traceId))].map(async (traceId) => {
      const trace = { projectId, traceId };
      const hits = calls.filter((call) => call.traceId === traceId);
      const isWhole = !isLong.has(traceId);
      const steps = isWhole
        ? (await timelineOf(sql, trace, MAX_SPANS)).timeline.steps
        : await stepsAround(sql, trace, hits);
      return placed(sql, trace, { steps, wanted, isWhole });
    }),
  );
  return new Map(all.flatMap((steps) => [...steps]));
}

type Trace = { projectId: string; traceId: string };

/**
 * The responses of the hits. The executions of their calls would need a read of the whole trace, so outcomes stay open.
 */
async function stepsAround(sql: Sql, { projectId, traceId }: Trace, hits: readonly FoundCall[]): Promise<Step[]> {
  const ids = [...new Set(hits.map(({ spanId }) => spanId))].map((spanId) => ({ traceId, spanId }));
  const [spans, calls] = await Promise.all([liveSpans(sql, projectId, ids), liveCalls(sql, projectId, ids)]);
  const bare = {
    spans: spans.map(({ traceId: _trace, ...span }) => span),
    calls: calls.map(
      ({ traceId: _trace, thought: _thought, preamble: _preamble, arguments: _arguments, ...call }) => call,
    ),
  };
  return buildSteps(decodeSkeleton(encodeSkeleton(bare))).steps;
}

interface Built {
  steps: readonly Step[];
  /** Keys of the hits. */
  wanted: ReadonlySet<string>;
  /** These are all steps of the trace. */
  isWhole: boolean;
}

async function placed(sql: Sql, trace: Trace, { steps, wanted, isWhole }: Built) {
  const found = steps.flatMap((step, index) =>
    callKeys(step).flatMap(([row, call]) => {
      const [spanId = '', at] = row.split(':');
      const key = callKey({ traceId: trace.traceId, spanId, index: Number(at) });
      return wanted.has(key) ? [{ key, step, call, next: isWhole ? steps[index + 1] : undefined }] : [];
    }),
  );
  const thoughts = await thoughtsOf(sql, trace, new Set(found.flatMap(({ step }) => step.thought.key ?? [])));
  return new Map(
    found.map(({ key, step, call, next }) => {
      const label = step.calls.length > 1 ? callLabel(step, call) : String(step.number);
      return [key, { ...hitStep({ step, next, thoughts }), label: isWhole ? label : null }];
    }),
  );
}

/** Every description of every call of the step, with the index of the call. */
function callKeys({ calls }: Step): [string, number][] {
  const rowsOf = (call: Call) =>
    [call.request, ...runsOfCall(call), call.resultRow, call.repeat, call.thinking].filter((row) => row !== null);
  return calls.flatMap((call, index) =>
    rowsOf(call).map((row): [string, number] => [`${row.spanId}:${row.index}`, index]),
  );
}

async function thoughtsOf(sql: Sql, trace: Trace, keys: ReadonlySet<string>) {
  const wanted = [...keys].map((key) => {
    const [spanId = '', index] = key.split(':');
    return { spanId, index: Number(index) };
  });
  const previews = wanted.length > 0 ? await callPreviews(sql, trace, wanted) : [];
  return new Map(previews.map(({ spanId, index, thought }) => [`${spanId}:${index}`, thought]));
}

interface FoundStep {
  step: Step;
  next: Step | undefined;
  thoughts: ReadonlyMap<string, string | null>;
}

function hitStep({ step, next, thoughts }: FoundStep): Omit<HitStep, 'label'> {
  const { paid, thought, span } = step;
  return {
    model: span?.model ?? null,
    state: thought.state,
    tokens: thought.tokens,
    about: isAbout(step),
    cost: paid?.cost ?? null,
    approximate: paid?.approximate ?? false,
    hiddenShare: paid ? hiddenShareOf(paid) : undefined,
    action: stepAction(step),
    next: next ? stepAction(next) : null,
    thought: (thought.key && thoughts.get(thought.key)) || null,
  };
}
