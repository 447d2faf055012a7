/** Recorded steps, experiments on them, and a provider that answers, for tests with a real database. */
export { arm, BASELINE, makeExperiment, type ExperimentToMake } from './make-experiment.ts';
export { startOrderProvider, type AskedQuestion } from './order-provider.ts';
export { hexId, questionOf, recordRun, spanIdOf, traceIdOf, type RecordedRun } from './recorded.ts';
export { saveKey } from './save-key.ts';
