/** `fork()`: this process repeats a recorded run up to a step, and goes on from there by itself. */
import { beginFork } from './forking.ts';
import type { ForkOptions } from './fork-options.ts';
import { openFork } from './open-fork.ts';

export type { ForkOptions } from './fork-options.ts';

/**
 * Answers the model calls of observed clients with the recorded answers of a run, up to a step; calls after it are sent.
 * `origin`: `<trace>@<step>`. Rejects when the run cannot be forked: call it before the first model call. The same as
 * starting the process with `SUBTEXT_FORK`.
 */
export async function fork(origin: string, options: ForkOptions = {}): Promise<void> {
  const { run, loaded } = openFork(origin, options);
  await loaded;
  beginFork(run);
}
