/**
 * Limits how often updates trigger a request: the first one at once, the next only after a pause since the last
 * response.
 */

/** Runs `act` at once; calls while it runs or pauses cause one more run afterwards. Errors are ignored here. */
export function spaced(act: () => Promise<unknown>, pause: () => Promise<unknown>): () => void {
  let isBusy = false;
  let isDue = false;
  const run = async () => {
    isBusy = true;
    do {
      isDue = false;
      await act().catch(() => undefined);
      await pause();
    } while (isDue);
    isBusy = false;
  };
  return () => {
    isDue = true;
    if (!isBusy) void run();
  };
}
