/** A score on the wire: the evaluation event of the GenAI conventions, on a span or as a log record, and our additions. */

export const EVALUATION_RESULT = 'gen_ai.evaluation.result';

export const EVALUATION = {
  name: 'gen_ai.evaluation.name',
  value: 'gen_ai.evaluation.score.value',
  label: 'gen_ai.evaluation.score.label',
  explanation: 'gen_ai.evaluation.explanation',
  /** true = thumbs up. The value is then 1 or 0, for other backends. */
  thumbs: 'subtext.score.thumbs',
  /** `trace`, `step` or `thought`. */
  target: 'subtext.score.target',
  /** Names the score: what arrives again under it is the same score. */
  id: 'subtext.score.id',
} as const;
