/** All checks, and one run through them. */
import { againstThought } from './definitions/against-thought.ts';
import { billedAboveText } from './definitions/billed-above-text.ts';
import { circling } from './definitions/circling.ts';
import { costOfRemembering } from './definitions/cost-of-remembering.ts';
import { effortIgnored } from './definitions/effort-ignored.ts';
import { endedInNothing } from './definitions/ended-in-nothing.ts';
import { farAbove } from './definitions/far-above.ts';
import { otherTool } from './definitions/other-tool.ts';
import { otherValue } from './definitions/other-value.ts';
import { repeated } from './definitions/repeated.ts';
import type { Check, CheckId, Finding, NotChecked } from './finding.ts';
import type { Run } from './run.ts';

/** In the order of docs/checks.md. */
export const CHECKS: readonly Check[] = [
  otherTool,
  otherValue,
  againstThought,
  repeated,
  circling,
  endedInNothing,
  effortIgnored,
  farAbove,
  costOfRemembering,
  billedAboveText,
];

/** What the checks say of a run. */
export interface CheckedRun {
  findings: Finding[];
  notChecked: NotChecked[];
}

export function checkRun(run: Run): CheckedRun {
  return {
    findings: CHECKS.flatMap((check) => check.find(run)),
    notChecked: CHECKS.flatMap((check) => check.notChecked(run)),
  };
}

/**
 * `found` wins over `not_checked`: readable thinking beside hidden thinking can have findings. `nothing_found` is only
 * said of a step that was checked as a whole.
 */
export type StepOutcome = 'found' | 'not_checked' | 'nothing_found';

export function stepOutcome(checked: CheckedRun, id: CheckId, step: number): StepOutcome {
  const isMeant = (entry: Finding | NotChecked) => entry.check === id && entry.step === step;
  if (checked.findings.some(isMeant)) return 'found';
  return checked.notChecked.some(isMeant) ? 'not_checked' : 'nothing_found';
}
