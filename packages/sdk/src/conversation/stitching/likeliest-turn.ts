/**
 * Chooses the most likely of several turns that a call of a history may come from, or none, by comparing the
 * conversation around the call.
 */
import type { SpanContext } from '@opentelemetry/api';
import type { ModelRequest, ToolCallPart } from '@subtext/reasoning';
import type { RunContext } from '../../exchange/context.ts';
import { activeSpan, type Exchange } from '../../exchange/exchange.ts';
import { answerMark, type RequestHistory } from './request-history.ts';
import type { RequestedCall, Turn } from './turn.ts';

/** When and in which context the request was sent. */
export interface RequestOrigin {
  time: number;
  active: SpanContext | undefined;
  run: RunContext;
}

export function originOf(exchange: Exchange): RequestOrigin {
  return { time: exchange.startedAt, active: activeSpan(exchange), run: exchange.settings.run };
}

export interface MatchQuery {
  request: ModelRequest;
  history: RequestHistory;
  origin: RequestOrigin;
  matchedCall: ToolCallPart;
}

export interface TurnMatch {
  turn: Turn;
  call: RequestedCall;
  /** A unique id proves the match. */
  isProven: boolean;
}

interface Candidate extends TurnMatch {
  /** The number of equal marks, from the call backwards. */
  overlap: number;
  /** True when all marks agree that both histories have. */
  agrees: boolean;
  /** True when both histories are equal. */
  isSame: boolean;
  /** True when the result in the request is the one that the call's function returned. */
  isAnswer: boolean;
  /** True when the history contains all calls of the turn, and no others. */
  hasAllCalls: boolean;
}

export function likeliestTurn(found: readonly TurnMatch[], question: MatchQuery): Candidate | undefined {
  const candidates = found
    .filter(({ turn, isProven }) => isProven || !isOtherConversation(turn, question.origin))
    .map((candidate) => compareHistory(candidate, question));
  const best = candidates.toSorted((a, b) => compareRanks(rank(a, question), rank(b, question))).at(-1);
  if (!best || best.isProven) return best;
  const { overlap, agrees, isSame, turn } = best;
  if ((agrees && overlap > 1) || isSame || overlap > 2) return best;
  // A summarized history can still belong to only one conversation, when only one is long enough to be summarized.
  const open = candidates.filter(
    (candidate) =>
      !candidate.turn.isContinued && candidate.turn.before.marks.length > 1 && hasSameFrame(candidate.turn, question),
  );
  return open.length === 1 && open[0]?.turn === turn ? best : undefined;
}

/** The marks of the call's results in the request. */
function resultMarks({ toolResults }: ModelRequest, { id }: ToolCallPart): number[] {
  return toolResults.filter(({ callId }) => callId === id || callId === '').map(({ result }) => answerMark(result));
}

/** True when session or user show that these are two conversations. */
export function isOtherConversation({ run }: Pick<Turn, 'run'>, { run: origin }: RequestOrigin): boolean {
  const differ = (a: string | undefined, b: string | undefined) => a !== undefined && b !== undefined && a !== b;
  return differ(run.session, origin.session) || differ(run.user, origin.user);
}

/** Compares from the call backwards. Sibling calls may be missing in the history, or be in another order. */
function compareHistory(found: TurnMatch, { request, history, matchedCall }: MatchQuery): Candidate {
  const { turn, call } = found;
  const own = turn.calls.filter(({ isFunction }) => isFunction);
  const siblings = new Set(own.map(({ mark }) => mark));
  const isAnswer = call.answer !== undefined && resultMarks(request, matchedCall).includes(call.answer);
  const at = history.positions.get(matchedCall);
  if (at === undefined) return { ...found, overlap: 0, agrees: false, isSame: false, isAnswer, hasAllCalls: false };
  let [ours, theirs] = [at, turn.before.marks.length - 1];
  while (ours >= 0 && siblings.has(history.marks[ours] ?? -1)) ours -= 1;
  const hasAllCalls = areSame(history.marks.slice(ours + 1, at + 1), own);
  let overlap = at > ours ? 1 : 0;
  if (overlap === 0) ours -= 1; // the arguments were rewritten
  while (ours >= 0 && theirs >= 0 && history.marks[ours] === turn.before.marks[theirs]) {
    overlap += 1;
    ours -= 1;
    theirs -= 1;
  }
  return { ...found, overlap, agrees: ours < 0 || theirs < 0, isSame: ours < 0 && theirs < 0, isAnswer, hasAllCalls };
}

/** Compares in any order; equal calls count as often as they were requested. */
function areSame(marks: readonly number[], calls: readonly RequestedCall[]): boolean {
  if (marks.length !== calls.length) return false;
  const requested = calls.map(({ mark }) => mark).sort((a, b) => a - b);
  return marks.toSorted((a, b) => a - b).every((mark, index) => mark === requested[index]);
}

/**
 * Ranks several matches: first the same conversation, then the active span, then the most common marks. Among equal
 * ones, a turn that is not continued yet wins, since two identical loops must not both continue one of them; then the
 * latest, since an earlier one may have been abandoned.
 */
function rank({ turn, overlap, agrees, isAnswer, hasAllCalls }: Candidate, question: MatchQuery): number[] {
  const { active } = question.origin;
  return [
    Number(agrees && overlap > 1),
    Number(turn.parentSpan.spanId === active?.spanId),
    Number(turn.parentSpan.traceId === active?.traceId),
    overlap,
    Number(hasAllCalls),
    Number(hasSameFrame(turn, question)),
    Number(isAnswer),
    Number(!turn.isContinued),
    turn.at,
  ];
}

function hasSameFrame({ before, model }: Turn, { history, request }: MatchQuery): boolean {
  return before.system === history.system && model === request.model;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, index) => value !== b[index]);
  return differs < 0 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}
