/**
 * What could not be sent, and its message for the user. Plain data, since the SDK's thread reports it to the thread
 * that started it.
 */
import { isBusy, httpStatus } from './delivery.ts';

export interface Undelivered {
  /** Spans that are still waiting. */
  spans: number;
  /** Spans that were dropped before, because there was no room or the receiver refused them permanently. */
  dropped: number;
  /** Scores that are waiting or were dropped. */
  scores: number;
  /** Model calls that were not read yet; each is at least one span. */
  calls: number;
  /** The URL of the receiver; undefined when nothing was to be sent yet. */
  target: string | undefined;
  /** Why the last attempt failed; `code` is the HTTP status. undefined when no attempt has ended. */
  reason: { message: string; code?: number } | undefined;
}

export const NOTHING: Undelivered = {
  ...{ spans: 0, dropped: 0, scores: 0, calls: 0 },
  target: undefined,
  reason: undefined,
};

/** The sum for the SDK's thread and its caller. */
export function addUndelivered(one: Undelivered, other: Undelivered): Undelivered {
  return {
    spans: one.spans + other.spans,
    dropped: one.dropped + other.dropped,
    scores: one.scores + other.scores,
    calls: one.calls + other.calls,
    target: one.target ?? other.target,
    reason: one.reason ?? other.reason,
  };
}

/** `when`, such as "within 2 s of exit". undefined when nothing is left. */
export function lossMessage(lost: Undelivered, when: string): string | undefined {
  const { spans, dropped, scores, calls, target, reason } = lost;
  if (spans + calls + dropped + scores === 0) return undefined;
  const left = [
    spans > 0 && counted(spans, 'span'),
    scores > 0 && counted(scores, 'score'),
    calls > 0 && `${counted(calls, 'model call')} that were not read yet`,
  ];
  const what = left.filter((part) => part !== false).join(' and ');
  const before = dropped > 0 ? `${counted(dropped, 'span')} while the program ran` : '';
  const atEnd = what && `could not be delivered to ${target ?? 'Subtext'} ${when}`;
  const why = reason?.message ?? (what ? 'no answer in time' : 'there was no room for them');
  if (!what) return `${before} could not be delivered to ${target ?? 'Subtext'}: ${why}. ${adviceOn(reason)}`;
  return `${what} ${atEnd}${before && `, and ${before}`}: ${why}. ${adviceOn(reason)}`;
}

/** Advice for the user. */
export function adviceOn(reason: Undelivered['reason']): string {
  const status = httpStatus(reason);
  if (status === 401 || status === 403) return 'Set SUBTEXT_API_KEY to a key of your project (Settings → API keys).';
  if (isBusy(status)) return 'It is there but cannot store them now; its log says why.';
  return 'Is Subtext running there? `npm start` in its folder starts it; SUBTEXT_URL says where it is.';
}

function counted(count: number, unit: string): string {
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;
}
