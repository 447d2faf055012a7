// Ctrl-C and similar signals: the first requests an orderly end, the second an immediate one.

export interface Interruption {
  /** Aborted at the first signal. */
  signal: AbortSignal;
  /** What a second signal does before the process ends. */
  onImpatience(kill: () => void): void;
}

/** A terminal and npm both pass on one Ctrl-C, so the same press may arrive twice. */
const ONE_PRESS_MS = 700;

export const INTERRUPTED = 130;

export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  const kills: (() => void)[] = [];
  let first: number | undefined;
  const onSignal = () => {
    if (first === undefined) {
      first = Date.now();
      controller.abort(new Error('interrupted'));
      return;
    }
    if (Date.now() - first < ONE_PRESS_MS) return;
    for (const kill of kills) kill();
    process.exit(INTERRUPTED);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
  return { signal: controller.signal, onImpatience: (kill) => kills.push(kill) };
}

/** Resolves when `signal` is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
