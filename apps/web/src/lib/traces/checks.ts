// The names of the checks as the filter, lists and tables have them (docs/checks.md). A list of its own, because the
// filter loads first and the checks themselves are large; a test compares both.
import type { TraceCheckId } from '@subtext/evidence';

/** The worst first. */
export const CHECK_NAMES = [
  'invented-identifier',
  'against-thought',
  'other-value',
  'other-tool',
  'unsourced',
  'repeated',
  'circling',
  'ended-in-nothing',
  'effort-ignored',
  'billed-above-text',
  'far-above',
  'cost-of-remembering',
] as const satisfies readonly TraceCheckId[];

export type CheckName = (typeof CHECK_NAMES)[number];
