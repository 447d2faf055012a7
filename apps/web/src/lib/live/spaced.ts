/** News come many times a second; who asks because of them asks at once, and then no sooner than the pause after the last answer allows. */

/** Acts at once; what is called while it is busy or pauses lets it act once more after that. An act that fails is nobody's here. */
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
