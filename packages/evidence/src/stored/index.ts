/** Checks a trace from what the database has of it, and how the outcome is stored. */
export { EVIDENCE_VERSION, TRACE_CHECK_IDS, TraceCheck, type CheckedTrace, type TraceCheckId } from './check-trace.ts';
export type { StoredEvidence, StoredFinding } from './stored-evidence.ts';
export type { StoredOrigin, StoredOrigins, StoredPlace } from './stored-origins.ts';
export type { StoredCall, StoredContext, StoredStep } from './stored-step.ts';
