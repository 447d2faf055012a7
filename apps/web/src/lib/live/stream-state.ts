/** The status of a stream, computed from its connection events. Pure; keep-open.ts reports the events. */

/**
 * `unreachable`: the server does not respond; `away`: it does, but its database does not; both are retried
 * automatically. `refused`: too many streams are open. `closed`: the user no longer has access to the project.
 */
export type StreamStatus = 'connecting' | 'live' | 'reconnecting' | 'unreachable' | 'away' | 'refused' | 'closed';

export interface StreamState {
  /** At least one event was received. */
  isKnown: boolean;
  isOpen: boolean;
  problem: 'unreachable' | 'away' | undefined;
}

export const NEW_STREAM: StreamState = { isKnown: false, isOpen: false, problem: undefined };

export type Happening =
  | { kind: 'opened' }
  /** `away`: the server reports that its database is not available. */
  | { kind: 'told'; away: boolean }
  /** `fault`: an error, not a normal end; `code`: the server's error as a tRPC code. */
  | { kind: 'interrupted'; fault: boolean; code?: string | undefined };

export function streamAfter(before: StreamState, happening: Happening): StreamState {
  switch (happening.kind) {
    case 'opened':
      return { ...before, isOpen: true, problem: before.problem === 'away' ? 'away' : undefined };
    case 'told':
      return { isKnown: true, isOpen: true, problem: happening.away ? 'away' : undefined };
    case 'interrupted':
      // A server that reported its problem is reachable, so the end of that connection is not a new problem.
      return { ...before, isOpen: saysAway(happening), problem: problemAfter(before, happening) };
  }
}

type Interrupted = Happening & { kind: 'interrupted' };

const saysAway = ({ code }: Interrupted): boolean => code === 'INTERNAL_SERVER_ERROR';

/** Streams break now and then; whether the server is unreachable shows when the stream is opened again. */
function problemAfter({ isOpen, problem }: StreamState, interrupted: Interrupted) {
  if (saysAway(interrupted)) return 'away';
  return interrupted.fault && !isOpen ? 'unreachable' : problem;
}

export function statusOf({ isKnown, isOpen, problem }: StreamState): StreamStatus {
  if (problem) return problem;
  if (isOpen) return 'live';
  return isKnown ? 'reconnecting' : 'connecting';
}
