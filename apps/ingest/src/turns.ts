/** For loops over many items: the event loop turns at intervals, so that other requests are served meanwhile. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds. */
const TURN_AFTER = 10;
/**
 * For uniform work. Requests that take turns are all ready at once, and the database waits until then: a request of
 * usual size is read in one go.
 */
export const LONG_TURN = 50;

/** Await the returned function after each item. */
export function turns(after = TURN_AFTER): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < after) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
