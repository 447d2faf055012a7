/** For work item by item: the event loop turns now and then, so that other requests are served meanwhile. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds. */
const TURN_AFTER = 10;
/**
 * Of work that is the same for everybody. Requests that take turns are ready all at once, and the database waits until then: one of usual size is
 * read in one go.
 */
export const LONG_TURN = 50;

/** To be awaited after each item. */
export function turns(after = TURN_AFTER): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < after) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
