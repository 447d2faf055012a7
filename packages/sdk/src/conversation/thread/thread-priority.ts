/** Lowers the priority of ledger-thread.ts, so that the threads that answer users run first. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * A nice value: a third of the others' share when there are too few cores. A higher value would delay `tool()`, which
 * waits for this thread.
 */
const PRIORITY = 5;

/**
 * Lets every other thread and process run before this thread when there are too few cores. Only Linux has priorities
 * for threads, by the number at the end of `/proc/thread-self`; elsewhere nothing changes.
 */
export function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread !== process.pid) setPriority(thread, PRIORITY);
  } catch {
    // Without `/proc`, or without permission, the priority stays.
  }
}
