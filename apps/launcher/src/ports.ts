// Checks and finds free ports on loopback.
import { setTimeout as delay } from 'node:timers/promises';
import { LOOPBACK, PORTS, type PortFacts, listenOnce, portProblem } from '../preflight/ports.mjs';
import { UserError } from './user-error.ts';

export { LOOPBACK, PORTS };

const POLL_MS = 250;

/** @throws UserError when the port is still taken after `withinMs`. */
export async function requireFreePort(port: number, facts: PortFacts, withinMs = 0): Promise<void> {
  const until = Date.now() + withinMs;
  for (;;) {
    const problem = await portProblem(port, facts);
    if (problem === undefined) return;
    if (Date.now() >= until) throw new UserError(problem);
    await delay(POLL_MS);
  }
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return listenOnce(0);
}
