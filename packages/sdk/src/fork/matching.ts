/** Finds the recorded model call that a request repeats. Pure. */
import { requestDifference, type RecordedStep, type RequestDifference, type RequestMarks } from '@subtext/reasoning';

export interface RecordedCall {
  step: RecordedStep;
  /** Counts from 1. */
  number: number;
  isGiven: boolean;
}

export interface Match {
  call: RecordedCall;
  /** null: nothing differs, or the recorded request is not stored as a whole. */
  difference: RequestDifference | null;
}

/**
 * undefined: all answers of this conversation are given, so the request is sent. Agents that work at the same time ask in
 * any order, so a request is first matched by what it asks, and only then by its position.
 */
export function matchRequest(calls: readonly RecordedCall[], marks: RequestMarks): Match | undefined {
  const open = calls.filter(({ isGiven }) => !isGiven);
  const compared = open.flatMap((call) => {
    const { request } = call.step;
    return request === null ? [] : [{ call, difference: requestDifference(request, marks) }];
  });
  const exact = compared.find(({ difference }) => difference === null);
  const alike = exact ?? compared.find(({ difference }) => difference?.kind === 'settings');
  if (alike) return alike;
  const begins = ({ call }: { call: RecordedCall }) => call.step.request?.messages[0] === marks.messages[0];
  const sameConversation = compared.find(begins);
  if (sameConversation) return sameConversation;
  if (calls.some((call) => call.isGiven && begins({ call }))) return undefined;
  const uncompared = open.find(({ step }) => step.request === null);
  return uncompared ? { call: uncompared, difference: null } : compared[0];
}
