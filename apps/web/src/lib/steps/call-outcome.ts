/** How a call ended, in words and marks. The known, the inferred and the unknown differ everywhere. */
import { duration } from '../figures/format.ts';
import type { CallRow } from '../skeleton/skeleton.ts';
import type { Call } from './joined-call.ts';

export type OpenCall = 'running' | 'streaming' | 'no result yet' | 'no end recorded';

/** `open`: requested or started, and nothing of its end was reported so far. */
export type Outcome = Exclude<CallRow['status'], 'unset'> | 'open';

export const OUTCOME_WORDS = {
  ok: { mark: '✓', says: 'done' },
  error: { mark: '✕', says: 'failed' },
  probable_error: { mark: '✕?', says: 'probably failed' },
  unknown: { mark: '', says: 'result' },
  no_result: { mark: '', says: 'no result seen' },
} as const;

/** undefined for calls of the provider's own tools whose response says nothing more. */
export function outcomeOf(call: Call): Outcome | undefined {
  if (call.status !== 'unset') return call.status;
  if (hasNoEnd(call)) return 'open';
  return call.execution ? 'unknown' : undefined;
}

/** The call was requested or started, and no end or result was reported. */
export const hasNoEnd = ({ request, execution, resultRow, status, duration, type }: Call): boolean =>
  (request ?? execution) !== null && !resultRow && status === 'unset' && duration === null && type === 'function';

/** For programs: a call that was only requested has no result either. `unset`: started, and not ended so far. */
export const reportedStatus = (call: Call): CallRow['status'] =>
  hasNoEnd(call) && call.execution === null ? 'no_result' : call.status;

/** No result was seen, neither now nor so far. */
export const isUnansweredCall = (call: Call): boolean => call.status === 'no_result' || hasNoEnd(call);

/** Something came back, whether or not its text was kept. */
export function hasResult(call: Call): boolean {
  const outcome = outcomeOf(call);
  return outcome !== undefined && outcome !== 'open' && outcome !== 'no_result';
}

/** A call that was only requested has no end of its own to record. */
export const openCallWords = ({ execution }: Pick<Call, 'execution'>, open: OpenCall): string =>
  open === 'no end recorded' && execution === null ? OUTCOME_WORDS.no_result.says : open;

/** `≈ 1.2 s` when it was inferred from two messages; empty when it is not known. */
export const durationWords = ({ duration: lasted, durationInferred }: Timed): string =>
  lasted === null ? '' : `${durationInferred ? '≈ ' : ''}${duration(lasted)}`;

type Timed = Pick<CallRow, 'duration' | 'durationInferred'>;

/** "✓ 0.3 s", in words. */
export function callOutcome(call: Call, open: OpenCall = 'no end recorded'): string {
  const outcome = outcomeOf(call);
  if (outcome === undefined) return call.type === 'function' ? openCallWords(call, open) : '';
  if (outcome === 'open') return openCallWords(call, open);
  const { says } = OUTCOME_WORDS[outcome];
  const lasted = durationWords(call);
  return lasted === '' ? says : `${says} ${outcome === 'ok' ? 'in' : 'after'} ${lasted}`;
}

/** `✕ ` or `✕? ` in front of the words. */
export const failureMark = ({ status }: Pick<Call, 'status'>): string =>
  status === 'error' || status === 'probable_error' ? `${OUTCOME_WORDS[status].mark} ` : '';

/** Why the outcome or the duration is not exact; empty when both are. */
export function outcomeReasons(row: Pick<CallRow, 'status' | 'durationInferred' | 'type'>): string[] {
  const why = row.status === 'unset' || row.status === 'ok' || row.status === 'error' ? undefined : WHY[row.status];
  return [why, row.durationInferred ? whyInferred(row) : undefined].filter((reason) => reason !== undefined);
}

const WHY = {
  probable_error: 'Its result reads like an error; nothing else reports whether it failed.',
  unknown: 'There is a result; nothing reports whether the call succeeded.',
  no_result: 'It was requested, and no result was seen.',
} as const;

export const whyInferred = ({ type }: Pick<CallRow, 'type'>): string =>
  type === 'function'
    ? 'The time from the response that requested the call to the request with its result: other calls of the response and waits for approval are in it.'
    : 'The time of the whole response in which the provider ran the call.';

/** The number of calls that failed, and of those that probably did: never one figure. */
export function failuresIn(calls: readonly Pick<Call, 'status'>[]): { failed: number; probable: number } {
  let [failed, probable] = [0, 0];
  for (const { status } of calls) {
    if (status === 'error') failed += 1;
    if (status === 'probable_error') probable += 1;
  }
  return { failed, probable };
}
