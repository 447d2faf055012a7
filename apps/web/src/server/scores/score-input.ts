// What a score may be: the input of the screens, and of programs that write scores with a key.
import { MAX_SCORES_PER_TRACE, SCORE_TARGETS, type ScoreContent } from '@subtext/db';
import * as z from 'zod';
import { SPAN_ID, TEXT } from '../trpc/inputs.ts';

const SCORE_NAME = TEXT.trim().min(1).max(200);
const SCORE_LABEL = TEXT.trim().min(1).max(200);
const COMMENT = TEXT.trim().min(1).max(10_000);

export const TOO_MANY_SCORES = `A trace has at most ${MAX_SCORES_PER_TRACE} scores and comments.`;

/** A missing field is null. */
export const SCORE_CONTENT = {
  name: SCORE_NAME.nullable().default(null).meta({ description: 'null: a comment alone, without a value.' }),
  number: z.number().nullable().default(null),
  label: SCORE_LABEL.nullable()
    .default(null)
    .meta({ description: 'A category; beside a number, what the number is in words.' }),
  thumbs: z.boolean().nullable().default(null).meta({ description: 'true: up.' }),
  comment: COMMENT.nullable().default(null),
};

export const SCORE_TARGET = {
  target: z.enum(SCORE_TARGETS).default('trace'),
  span: SPAN_ID.nullable().default(null).meta({ description: 'The span of the step or thought; null: the trace.' }),
};

/** The sentence about a content that is no score; undefined when it is one. */
export function problemOfContent({ name, number, label, thumbs, comment }: ScoreContent): string | undefined {
  const hasValue = number !== null || label !== null || thumbs !== null;
  if (name === null && hasValue) return 'A score needs a name.';
  if (name === null) return comment === null ? 'A comment needs a text.' : undefined;
  if (!hasValue) return 'A score needs a value: a number, a label or thumbs.';
  return thumbs !== null && (number !== null || label !== null)
    ? 'A score has one value: thumbs, or a number or label.'
    : undefined;
}

export const problemOfTarget = ({ target, span }: { target: string; span: string | null }): string | undefined =>
  (target === 'trace') === (span === null)
    ? undefined
    : 'A score of a step or thought names its span, and a score of a trace names none.';
