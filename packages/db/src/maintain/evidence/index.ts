/** The queue of traces that have to be checked, for the program that checks them. */
export {
  claimEvidence,
  dueEvidence,
  evidenceBacklog,
  failEvidence,
  releaseEvidence,
  type ClaimedTrace,
} from './evidence-queue.ts';
export { saveEvidence, type ComputedEvidence } from './save-evidence.ts';
export { projectsToWalk, walkStoredTraces } from './walk-stored-traces.ts';
export { deleteEvidence } from '../../write/evidence-due.ts';
