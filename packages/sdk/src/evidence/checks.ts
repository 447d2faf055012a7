// The checks of docs/checks.md for runs that an application has itself.
import {
  checkRun as check,
  stepOutcome as outcomeOf,
  type CheckedRun,
  type CheckId,
  type StepOutcome,
} from '@subtext/evidence';
import { readingInput } from './evidence-error.ts';
import { readRun, type RunToCheck } from './run-to-check.ts';

/**
 * Compares what a model thought with what it did, without asking a model: the same run always has the same findings.
 * `run.steps` are its model calls in their order; what is absent or `null` was not reported, which is never zero.
 * The answer has the findings, and for each step what could not be checked, and why.
 *
 * @throws EvidenceError for a run of another shape; the message names the field.
 */
export function checkRun(run: RunToCheck): CheckedRun {
  return readingInput('The run', () => check(readRun(run)));
}

/**
 * What a check says of one step: `found`; `not_checked`, when it could not look at everything; or `nothing_found`, which
 * is only said of a step that was checked as a whole.
 *
 * @throws EvidenceError for another first parameter than what `checkRun()` returns.
 */
export function stepOutcome(checked: CheckedRun, id: CheckId, step: number): StepOutcome {
  return readingInput('What was checked', () => outcomeOf(checked, id, step));
}
