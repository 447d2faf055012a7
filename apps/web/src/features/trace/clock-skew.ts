/** Clocks that disagree: a tool cannot run before the response that asked for it has begun. */
import { duration } from '../../lib/format.ts';
import type { Call } from '../../lib/steps/joined-call.ts';

/** Below a millisecond it may be rounding. */
const LEAST_MS = 1;

/** `clock differs by 2.1 s`; empty where nothing shows it. */
export function skewWords({ asked, ran }: Call): string {
  const by = asked && ran ? asked.start - ran.start : 0;
  return by > LEAST_MS ? `clock differs by ${duration(by)}` : '';
}
