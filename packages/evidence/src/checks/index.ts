export { CHECKS, checkRun, stepOutcome, type CheckedRun, type StepOutcome } from './checks.ts';
export {
  CHECK_IDS,
  type Check,
  type CheckId,
  type Confidence,
  type Evidence,
  type Finding,
  type NotChecked,
  type NotCheckedReason,
  type Quote,
  type Reference,
  type Value,
} from './finding.ts';
export type {
  Call,
  CallOutcome,
  CarriedThinking,
  Finish,
  HiddenThinking,
  Run,
  Step,
  StepRates,
  StepTokens,
  ThinkingDistribution,
  Thought,
} from './run.ts';
