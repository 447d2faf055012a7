/** What went wrong on our side: counted by kind, told once, never thrown into the caller. */

const counts = new Map<string, number>();
let tellElsewhere: ((kind: string, message: string) => void) | undefined;

/** A thread of ours has no console of its own: what it has to say is told by the one that started it. */
export function tellThrough(listener: (kind: string, message: string) => void): void {
  tellElsewhere = listener;
}

/** Counts a trouble; the first of its kind is told on the console with what to do about it. */
export function tell(kind: string, message: () => string): void {
  const count = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, count);
  if (count > 1) return;
  try {
    if (tellElsewhere) return tellElsewhere(kind, message());
    console.warn(`[subtext] ${message()}`);
  } catch {
    // A console that throws must not reach the caller either.
  }
}

/** Runs a step of ours; a failure is counted and told, and the step has no result. */
export function guarded<T>(step: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    tellFailure(step, error);
    return undefined;
  }
}

/** For what is done too often to make a function of it for `guarded`. */
export function tellFailure(step: string, error: unknown): void {
  tell(step, () => failure(step, error));
}

/** How often each kind of trouble came, for tests and for those who want to know. */
export function troubles(): ReadonlyMap<string, number> {
  return counts;
}

function failure(step: string, error: unknown): string {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `Observation failed while it tried to ${step}; your call is not affected, but its span is incomplete or missing. Please report this: ${detail}`;
}
