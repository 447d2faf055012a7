/** Reports the SDK's own errors: counts them by kind, prints each kind once, and never throws into the caller. */

const counts = new Map<string, number>();
let forward: ((kind: string, message: string) => void) | undefined;

/** The SDK's thread has no console: the thread that started it prints its reports. */
export function forwardReports(listener: (kind: string, message: string) => void): void {
  forward = listener;
}

/** Counts an error. The first of its kind is printed on the console with what to do about it. */
export function report(kind: string, message: () => string): void {
  const count = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, count);
  if (count > 1) return;
  try {
    if (forward) return forward(kind, message());
    console.warn(`[subtext] ${message()}`);
  } catch {
    // An error thrown by the console must not reach the caller either.
  }
}

/** Runs a step of the SDK. An error is counted and reported, and the result is undefined. */
export function guarded<T>(step: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    reportFailure(step, error);
    return undefined;
  }
}

/** For an argument that is no function: reported once, since calling it would throw into the caller. */
export function isCallable(run: unknown, what: string): boolean {
  if (typeof run === 'function') return true;
  report(`${what} without a function`, () => `${what} was called without a function, so there is nothing to run.`);
  return false;
}

/** For hot paths, where a closure for `guarded` would be too expensive. */
export function reportFailure(step: string, error: unknown): void {
  report(step, () => failure(step, error));
}

/** The number of errors of each kind, for tests. */
export function troubles(): ReadonlyMap<string, number> {
  return counts;
}

function failure(step: string, error: unknown): string {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `Observation failed while it tried to ${step}; your call is not affected, but its span is incomplete or missing. Please report this: ${detail}`;
}
