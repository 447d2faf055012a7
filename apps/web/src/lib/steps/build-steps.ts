/**
 * Rows of a trace → steps, the unit of the Why timeline: a thought, the actions it led to, and their cost.
 * rows ─ join-calls ─▶ calls ─ here ─▶ steps ─ step-tree ─▶ nested, numbered steps ─ layout ─▶ rows on the screen.
 *
 *   R1 call1 call2 R2 call3 answer-less   →   step [R1: call1 call2]  step [R2: call3]
 */
import { allocate, type Paid } from './allocate.ts';
import { joinCalls, rowKey } from './join-calls.ts';
import type { Call } from './joined-call.ts';
import type { CallRow, SpanRow, TraceRows } from '../skeleton/skeleton.ts';
import { isHidden } from '../figures/thinking.ts';
import type { StepDraft, Thought } from './step-draft.ts';
import { nestSteps, type Timeline } from './step-tree.ts';
import { beginsStep, isTask, type StepCall, type ThinkingState } from '@subtext/reasoning';

export function buildSteps(rows: TraceRows): Timeline {
  const spans = new Map(rows.spans.map((span) => [span.id, span]));
  const { byGeneration, orphans } = joinCalls(rows);
  const drafts = rows.spans
    .filter(isModelCall)
    .flatMap((span) => stepsOfGeneration(span, byGeneration.get(span.id) ?? [], spans));
  for (const [spanId, calls] of byGeneration)
    if (!isModelCall(spans.get(spanId))) drafts.push(...calls.map((call) => runStep(call, spans)));
  for (const call of orphans) drafts.push(runStep(call, spans));
  return nestSteps(drafts, spans);
}

const isModelCall = (span: SpanRow | undefined): boolean =>
  span !== undefined && (span.kind === 'generation' || isTask(span.kind));

type Spans = ReadonlyMap<string, SpanRow>;

function stepsOfGeneration(span: SpanRow, calls: Call[], spans: Spans): StepDraft[] {
  // A task that failed has no output to show.
  const groups = isTask(span.kind) && span.status === 'error' ? [] : groupByThought(calls);
  const paid = allocate(span, groups);
  if (groups.length === 0) return [emptyResponse(span, paid[0] ?? null, spans)];
  return groups.map((group, index) => {
    const first = group[0]!;
    const type = first.type;
    return {
      key: first.key,
      kind: type === 'answer' || type === 'trailing' ? type : 'calls',
      calls: group,
      thought: thoughtOf(group, paid[index] ?? null),
      span,
      paid: paid[index] ?? null,
      start: span.start,
      isWithin: false,
      siblings: groups.length,
    };
  });
}

/**
 * Consecutive calls after the same thought form one step; a call after another thought, or content after the calls,
 * begins the next step.
 */
function groupByThought(calls: readonly Call[]): Call[][] {
  if (calls.length === 1) return [[...calls]];
  const groups: Call[][] = [];
  let previous: StepCall | undefined;
  for (const call of calls) {
    const described = stepCallOf(call);
    const open = groups.at(-1);
    if (open && !beginsStep(described, previous)) open.push(call);
    else groups.push([call]);
    previous = described;
  }
  return groups;
}

function stepCallOf({ type, callId, request, thinking }: Call): StepCall {
  const { state = 'unreported', thoughtCount = 0, reasoningRef = null } = thinking ?? {};
  const { reasoningTokens = null } = request ?? {};
  return { type, id: callId, thinkingState: state, thoughtCount, reasoningTokens, reasoningRef };
}

function thoughtOf(group: readonly Call[], paid: Paid | null): Thought {
  const rows = group.flatMap((call) => call.thinking ?? []);
  const owner = rows[0];
  if (!owner) return NO_THOUGHT;
  return {
    key: rowKey(owner),
    state: stateOf(rows, owner),
    count: owner.thoughtCount,
    // A text that is not shown still exists, so it has at least one character.
    characters: owner.heldThought ?? owner.thoughtCharacters ?? 1,
    tokens: paid?.reasoningTokens ?? owner.reasoningTokens,
    source: owner.tokensSource,
    hasPreamble: rows.some((row) => row.hasPreamble),
    fromHistory: owner.describedBy === 'history',
  };
}

/** A hidden thought may be marked on any call of the group; the owner's state has priority. */
function stateOf(rows: readonly CallRow[], owner: CallRow): ThinkingState {
  if (owner.state === 'none' || owner.state === 'unreported')
    return rows.find((row) => isHidden(row.state))?.state ?? owner.state;
  return owner.state;
}

function emptyResponse(span: SpanRow, paid: Paid | null, spans: Spans): StepDraft {
  const thought = {
    ...NO_THOUGHT,
    state: span.state ?? NO_THOUGHT.state,
    tokens: paid?.reasoningTokens ?? null,
    source: span.reasoningSource,
  };
  const owed = isUnpaid(span) ? null : paid;
  const isInside = spans.get(span.parentId ?? '')?.kind === 'generation';
  const isWithin = isInside && tellsOnlyUsage(span);
  // Sorted after the start of the surrounding call, because the time inside it is not reported.
  const start = span.start + (isInside ? MICROSECOND : 0);
  return { key: span.id, kind: 'response', calls: [], thought, span, paid: owed, start, isWithin, siblings: 1 };
}

/** The nested call succeeded and reports nothing about its thinking; other nested calls have their own words. */
const tellsOnlyUsage = ({ status, duration, state }: SpanRow): boolean =>
  status !== 'error' && duration !== null && (state === null || state === 'unreported');

/**
 * A model call that failed before any tokens were counted does not lack a price. The sums of a trace use the same rule.
 */
const isUnpaid = ({ status, inputTokens, outputTokens }: SpanRow): boolean =>
  status === 'error' && inputTokens === null && outputTokens === null;

/** A run that no response in this trace requested: shown with its own data. */
function runStep(call: Call, spans: Spans): StepDraft {
  const row = call.execution ?? call.request ?? call.resultRow ?? call.repeat;
  const span = row ? (spans.get(row.spanId) ?? null) : null;
  // Known only from a later request, so it ended before that request.
  const start = (row?.start ?? 0) - (row?.describedBy === 'history' ? MICROSECOND : 0);
  const thought = thoughtOf([call], null);
  return { key: call.key, kind: 'run', calls: [call], thought, span, paid: null, start, isWithin: false, siblings: 1 };
}

/** The resolution of times in rows, which are in milliseconds. */
const MICROSECOND = 0.001;

const NO_THOUGHT: Thought = {
  key: null,
  state: 'unreported',
  count: 0,
  characters: 0,
  tokens: null,
  source: null,
  hasPreamble: false,
  fromHistory: false,
};
