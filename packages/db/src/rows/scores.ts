/** What a score is: its target, its source, its value. */

export const SCORE_TARGETS = ['trace', 'step', 'thought'] as const;
export type ScoreTarget = (typeof SCORE_TARGETS)[number];

export const SCORE_SOURCES = ['screen', 'sdk', 'otlp', 'api'] as const;
export type ScoreSource = (typeof SCORE_SOURCES)[number];

/** Name and value; a score without a name is a comment. */
export interface ScoreContent {
  name: string | null;
  number: number | null;
  /** A category; beside a number, the words of its evaluator. */
  label: string | null;
  /** true = up. */
  thumbs: boolean | null;
  comment: string | null;
}

/** A page loads all scores of its trace, and a user cannot read more. */
export const MAX_SCORES_PER_TRACE = 1_000;
