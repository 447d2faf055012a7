/** Runs whole test files again with the ledger behind a port: the spans are the same. */
import { beforeEach, describe, expect } from 'vitest';
import { ledger } from '../conversation/recorder.ts';
import { openPort } from './port.ts';

/** In this order, in one process: each file finds the state that the one before left. */
export function runBehindPort(files: Record<string, () => Promise<unknown>>): void {
  // A ledger moves back permanently when a mask appears. Here it moves away again, so that every test uses the port.
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
