/** Waits for a promise with a time limit. */

/** Milliseconds reserved at the end of a process for sending what was read. */
export const SENDING_MS = 500;

/** The longest delay that timers accept. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Waits for the work for at most so many milliseconds, and keeps the process alive meanwhile. Returns false when time
 * is up.
 */
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
