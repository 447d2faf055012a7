/** Of several turns that a call of a history may come from, the likeliest, or none: the conversation around the call is the evidence. */
import type { SpanContext } from '@opentelemetry/api';
import type { ModelRequest, ToolCallPart } from '@subtext/reasoning';
import type { RunContext } from './context.ts';
import { answerMark, type RequestTrail } from './trail.ts';
import type { AskedCall, Turn } from './turn.ts';

/** Who asks. */
export interface Asking {
  time: number;
  active: SpanContext | undefined;
  run: RunContext;
}

export interface Question {
  request: ModelRequest;
  trail: RequestTrail;
  asking: Asking;
  by: ToolCallPart;
}

export interface Found {
  turn: Turn;
  call: AskedCall;
  /** An id that is used once says all. */
  isProven: boolean;
}

interface Candidate extends Found {
  /** Marks that agree, from the call backwards. */
  overlap: number;
  /** They agree as far back as both are known. */
  agrees: boolean;
  /** Neither holds more than what agrees. */
  isSame: boolean;
  /** Its function gave what the request says. */
  isAnswer: boolean;
  /** The history repeats all calls of the turn, and no others. */
  hasAllCalls: boolean;
}

export function bestOf(found: readonly Found[], question: Question): Candidate | undefined {
  const candidates = found
    .filter(({ turn, isProven }) => isProven || !isOther(turn, question.asking))
    .map((candidate) => compared(candidate, question));
  const best = candidates.toSorted((a, b) => compareRanks(rank(a, question), rank(b, question))).at(-1);
  if (!best || best.isProven) return best;
  const { overlap, agrees, isSame, turn } = best;
  if ((agrees && overlap > 1) || isSame || overlap > 2) return best;
  // A history that was summed up can still belong to only one conversation: there must have been something to sum up.
  const open = candidates.filter(
    (candidate) =>
      !candidate.turn.taken && candidate.turn.before.marks.length > 1 && hasSameFrame(candidate.turn, question),
  );
  return open.length === 1 && open[0]?.turn === turn ? best : undefined;
}

/** Of what the request says that the call gave. */
function resultMarks({ toolResults }: ModelRequest, { id }: ToolCallPart): number[] {
  return toolResults.filter(({ callId }) => callId === id || callId === '').map(({ result }) => answerMark(result));
}

/** The caller has said that these are two. */
export function isOther({ run }: Turn, { run: asking }: Asking): boolean {
  const differ = (a: string | undefined, b: string | undefined) => a !== undefined && b !== undefined && a !== b;
  return differ(run.session, asking.session) || differ(run.user, asking.user);
}

/** From the call backwards; its siblings may be missing in the history, or stand in another order. */
function compared(found: Found, { request, trail, by }: Question): Candidate {
  const { turn, call } = found;
  const own = turn.calls.filter(({ isFunction }) => isFunction);
  const siblings = new Set(own.map(({ mark }) => mark));
  const isAnswer = call.answer !== undefined && resultMarks(request, by).includes(call.answer);
  const at = trail.at.get(by);
  if (at === undefined) return { ...found, overlap: 0, agrees: false, isSame: false, isAnswer, hasAllCalls: false };
  let [ours, theirs] = [at, turn.before.marks.length - 1];
  while (ours >= 0 && siblings.has(trail.marks[ours] ?? -1)) ours -= 1;
  const hasAllCalls = areSame(trail.marks.slice(ours + 1, at + 1), own);
  let overlap = at > ours ? 1 : 0;
  if (overlap === 0) ours -= 1; // its arguments were rewritten
  while (ours >= 0 && theirs >= 0 && trail.marks[ours] === turn.before.marks[theirs]) {
    overlap += 1;
    ours -= 1;
    theirs -= 1;
  }
  return { ...found, overlap, agrees: ours < 0 || theirs < 0, isSame: ours < 0 && theirs < 0, isAnswer, hasAllCalls };
}

/** In any order; equal calls count as often as they were asked for. */
function areSame(marks: readonly number[], calls: readonly AskedCall[]): boolean {
  if (marks.length !== calls.length) return false;
  const asked = calls.map(({ mark }) => mark).sort((a, b) => a - b);
  return marks.toSorted((a, b) => a - b).every((mark, index) => mark === asked[index]);
}

/**
 * Of several that fit: the same conversation, under the span that is active, with most in common; of equal ones one that nobody has continued
 * yet, since two identical loops must not both go on from one of them, and of those the latest, since an earlier one may have been given up.
 */
function rank({ turn, overlap, agrees, isAnswer, hasAllCalls }: Candidate, question: Question): number[] {
  const { active } = question.asking;
  return [
    Number(agrees && overlap > 1),
    Number(turn.home.spanId === active?.spanId),
    Number(turn.home.traceId === active?.traceId),
    overlap,
    Number(hasAllCalls),
    Number(hasSameFrame(turn, question)),
    Number(isAnswer),
    Number(!turn.taken),
    turn.at,
  ];
}

function hasSameFrame({ before, model }: Turn, { trail, request }: Question): boolean {
  return before.system === trail.system && model === request.model;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, index) => value !== b[index]);
  return differs < 0 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}
