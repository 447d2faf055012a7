/** Behind ledger-thread.ts: who answers users goes first. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Nice: a third of the share of others when there is not a core for each. More would let a `tool()` wait for it too long. */
const PRIORITY = 5;

/**
 * Lets every other thread and process of the machine go before this thread, when there is not a core for each. Linux alone has priorities
 * for threads, by the number that `/proc/thread-self` ends with; elsewhere nothing changes.
 */
export function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread !== process.pid) setPriority(thread, PRIORITY);
  } catch {
    // Without `/proc` or the right to it the thread is one like the others.
  }
}
