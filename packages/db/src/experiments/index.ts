/** Experiments that ask recorded steps again: their settings, steps and answers, within a budget. */
export { endExperiment, experiment, experiments, openExperiments, resumeExperiment } from './experiments.ts';
export type {
  Experiment,
  ExperimentArm,
  ExperimentEnd,
  ExperimentKey,
  ExperimentRunner,
  ExperimentState,
} from './experiments.ts';
export {
  createExperiment,
  MAX_EXPERIMENT_ANSWERS,
  MAX_EXPERIMENT_STEPS,
  sampleSteps,
  TRACES_DRAWN_FROM,
} from './create.ts';
export type { NewExperiment, RecordedStep, StepsQuery } from './create.ts';
export {
  claimAnswer,
  failuresInARow,
  finishExperiment,
  leaveAnswerOut,
  releaseAnswer,
  RENEW_LEASE_MS,
  renewLease,
  reserveAnswer,
  settleAnswer,
} from './answers.ts';
export type {
  AnswerCall,
  AnswerEnd,
  AnswerFigures,
  AnswerKey,
  ArgumentsMatch,
  AttemptKey,
  Reservation,
} from './answers.ts';
export { experimentAnswersOf, experimentResults, experimentSteps } from './results.ts';
export type { AnswerResult, AnswerTexts, ExperimentStepRow } from './results.ts';
