/** Recorded steps asked again with other settings, within a budget (docs/experiments.md). */
export { estimate, type Estimate, type Plan } from './estimate.ts';
export { measuredExperiment, measuredModels } from './measured.ts';
export type { MeasuredArm, MeasuredExperiment, MeasuredModel } from './measured.ts';
export { nextQuestion, questionOf, type Question } from './question.ts';
export {
  hasOpenExperiments,
  providerKeyOwner,
  runExperiments,
  type ExperimentSettings,
  type RunOptions,
} from './run-experiments.ts';
export { settle } from './settle.ts';
export { callsIn, recordedStep, type LeftOut, type RecordedStep } from './recorded-step.ts';
export { resultSentence, shareWords } from './sentence.ts';
export { verdictOf, type Verdict } from './verdict.ts';
