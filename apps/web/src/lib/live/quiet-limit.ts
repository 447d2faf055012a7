interface Expected {
  /** Its last model call answered, so that nothing more is expected. */
  answered: boolean;
  /** Number of snapshots of a streaming answer. */
  snapshots: number;
}

/** The longest time between two spans of a running trace, in milliseconds: a tool may run between two model calls. */
export const QUIET_MS = 15_000;

/** A trace that has been quiet for longer counts as ended. Milliseconds. */
export function quietLimit({ answered, snapshots }: Expected): number {
  // Snapshots of a streaming answer are sent less often the longer it runs.
  if (snapshots > 0) return 60_000;
  // After an answer, only the rest of a flush follows.
  return answered ? 3_000 : QUIET_MS;
}
