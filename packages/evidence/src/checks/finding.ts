/** The output of all checks. */
import type { Run } from './run.ts';

export const CHECK_IDS = [
  'other-tool',
  'other-value',
  'against-thought',
  'repeated',
  'circling',
  'ended-in-nothing',
  'effort-ignored',
  'far-above',
  'cost-of-remembering',
  'billed-above-text',
] as const;
/** The name of a check. */
export type CheckId = (typeof CHECK_IDS)[number];

export interface Check {
  id: CheckId;
  title: string;
  find: (run: Run) => Finding[];
  /** What this check could not look at. A step that is named here is never without fault. */
  notChecked: (run: Run) => NotChecked[];
}

/** What a check found at a step or a call. */
export interface Finding {
  check: CheckId;
  /** Index of the step. */
  step: number;
  /** Index of the call in its step; null when the finding is about the step. */
  call: number | null;
  /** `certain`: it follows from what was recorded. `likely`: it was read out of a text, or depends on an unknown. */
  confidence: Confidence;
  evidence: Evidence[];
  /** What the finding concerns, not what could have been saved. null: unknown. */
  tokens: number | null;
  dollars: number | null;
}

/** How sure a finding is. */
export type Confidence = 'certain' | 'likely';

/** What a finding rests on. */
export type Evidence = Quote | Value | Reference;

/** A passage of a thought. `text` is the thought's text from `from` up to, but without, `to`. */
export interface Quote {
  kind: 'quote';
  step: number;
  /** Index of the thought in its step. */
  thought: number;
  from: number;
  to: number;
  text: string;
}

/** A named value that was compared: `called tool`, `argument orderId`, `median tokens`. null: unknown. */
export interface Value {
  kind: 'value';
  name: string;
  value: string | number | null;
}

/** Another step, or a call of it, that the finding is about. */
export interface Reference {
  kind: 'reference';
  step: number;
  call: number | null;
}

/** A step, or a call of it, that a check could not look at, as a whole or in part. */
export interface NotChecked {
  check: CheckId;
  step: number;
  call: number | null;
  reason: NotCheckedReason;
}

/** Why a check could not look; docs/checks.md explains each. */
export type NotCheckedReason =
  | 'thinking_redacted'
  | 'thinking_encrypted'
  | 'thinking_withheld'
  | 'thinking_removed'
  | 'thinking_not_reported'
  | 'thinking_tokens_not_reported'
  | 'thinking_cut'
  | 'thinking_summarized'
  | 'text_too_long'
  | 'arguments_not_reported'
  | 'user_messages_not_reported'
  | 'answer_not_reported'
  | 'effort_not_reported'
  | 'distribution_too_small'
  | 'carried_thinking_not_reported'
  | 'context_not_stored';
