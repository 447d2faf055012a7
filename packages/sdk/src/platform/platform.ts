/** The types and helpers that node.ts and edge.ts share. */

/** The part of `AsyncLocalStorage` that the SDK uses. */
export interface AsyncStorage<T> {
  run<Result>(value: T, work: () => Result): Result;
  getStore(): T | undefined;
}

export interface ExitHooks {
  /** The process has nothing left to do. */
  idle: () => void;
  /** A signal arrived; `others`: the application listens to it, too. Never rejects. */
  signalled: (others: boolean) => Promise<void>;
  /** The process ends now; nothing asynchronous runs any more. */
  exiting: () => void;
}

/** Makes a timer not keep the process alive, where timers do. */
export function unreferenced<Timer>(timer: Timer): Timer {
  (timer as { unref?: () => void }).unref?.();
  return timer;
}
