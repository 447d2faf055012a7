/** Runs whole test files once more, with the ledger behind a port: whoever keeps it, the spans are the same. */
import { beforeEach, describe, expect } from 'vitest';
import { ledger } from '../recorder.ts';
import { openPort } from './port.ts';

/** In this order, in one process: what one leaves behind, the next one finds. */
export function runBehindPort(files: Record<string, () => Promise<unknown>>): void {
  // A ledger comes back for good when a mask appears; here it leaves again, so that every test has to do with a port.
  beforeEach(async () => {
    await ledger.move(openPort);
    expect(ledger.isAway).toBe(true);
  });
  for (const [name, load] of Object.entries(files)) {
    describe(name, async () => {
      await load();
    });
  }
}
