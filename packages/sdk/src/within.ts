/** Waits for a promise, but not longer than a limit. */

/** Kept of the time that a process has left, in milliseconds: what was read has to be sent within it. */
export const SENDING_MS = 500;

/** The longest delay that timers take. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Waits for the work, but no longer than so many milliseconds, and keeps the process alive meanwhile. False when time was up. */
export async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.min(Math.max(0, milliseconds), MAX_DELAY_MS));
  });
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
