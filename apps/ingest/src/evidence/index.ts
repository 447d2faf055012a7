/** Checks stored traces in the background (docs/checks.md). */
export { checkDueTraces, hasDueChecks, type CheckOutcome } from './check-due-traces.ts';
export { checkInThread } from './evidence-thread.ts';
