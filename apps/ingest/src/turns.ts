/** For work item by item: the event loop turns now and then, so that other requests are served meanwhile. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds. */
const TURN_AFTER = 10;

/** To be awaited after each item. */
export function turns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < TURN_AFTER) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
