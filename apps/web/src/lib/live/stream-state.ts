/** What a page may say of its stream, from what has happened to it. Pure; keep-open.ts tells what happens. */

/**
 * `unreachable`: the server does not answer; `away`: it does, but its database does not; both go on by themselves. `refused`: too many are open.
 * `closed`: the project is not there for this person any more.
 */
export type StreamStatus = 'connecting' | 'live' | 'reconnecting' | 'unreachable' | 'away' | 'refused' | 'closed';

export interface StreamState {
  /** Something was told once. */
  isKnown: boolean;
  isOpen: boolean;
  problem: 'unreachable' | 'away' | undefined;
}

export const NEW_STREAM: StreamState = { isKnown: false, isOpen: false, problem: undefined };

export type Happening =
  | { kind: 'opened' }
  /** `away`: the server says that its database is. */
  | { kind: 'told'; away: boolean }
  /** `fault`: it did not just end; `code`: what the server said went wrong, by tRPC's names. */
  | { kind: 'interrupted'; fault: boolean; code?: string | undefined };

export function streamAfter(before: StreamState, happening: Happening): StreamState {
  switch (happening.kind) {
    case 'opened':
      return { ...before, isOpen: true, problem: before.problem === 'away' ? 'away' : undefined };
    case 'told':
      return { isKnown: true, isOpen: true, problem: happening.away ? 'away' : undefined };
    case 'interrupted':
      // Who says what is wrong has answered; that the connection then ends is no news.
      return { ...before, isOpen: saysAway(happening), problem: problemAfter(before, happening) };
  }
}

type Interrupted = Happening & { kind: 'interrupted' };

const saysAway = ({ code }: Interrupted): boolean => code === 'INTERNAL_SERVER_ERROR';

/** A stream is cut now and then; that nobody answers is seen when it is opened again. */
function problemAfter({ isOpen, problem }: StreamState, interrupted: Interrupted) {
  if (saysAway(interrupted)) return 'away';
  return interrupted.fault && !isOpen ? 'unreachable' : problem;
}

export function statusOf({ isKnown, isOpen, problem }: StreamState): StreamStatus {
  if (problem) return problem;
  if (isOpen) return 'live';
  return isKnown ? 'reconnecting' : 'connecting';
}
