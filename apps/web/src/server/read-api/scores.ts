// Scores as rows for programs, and the body of a request that writes one.
import { SCORE_SOURCES, SCORE_TARGETS, type ScoreRow } from '@subtext/db';
import * as z from 'zod';
import type { TableColumn } from '../../lib/files/table.ts';
import { problemOfContent, problemOfTarget, SCORE_CONTENT, SCORE_TARGET } from '../scores/score-input.ts';
import { MOMENT, SPAN_ID, TRACE_ID } from '../trpc/inputs.ts';
import { pageOf, TEXT, TIME } from './answers.ts';
import { IDEMPOTENCY_KEY } from './idempotency-key.ts';

export const SCORE_COLUMNS: readonly TableColumn<ScoreRow>[] = [
  ['id', (row) => row.id],
  ['trace_id', (row) => row.traceId],
  ['span_id', (row) => row.spanId],
  ['target', (row) => row.target],
  ['name', (row) => row.name],
  ['number', (row) => row.number],
  ['label', (row) => row.label],
  ['thumbs', (row) => row.thumbs],
  ['comment', (row) => row.comment],
  ['source', (row) => row.source],
  ['author', (row) => row.author],
  ['created_at', (row) => row.createdAt],
  ['updated_at', (row) => row.updatedAt],
];

export const SCORE_ROW = z
  .object({
    id: z.uuid(),
    trace_id: TRACE_ID,
    span_id: SPAN_ID.nullable().meta({ description: 'null: the score is of the whole trace.' }),
    target: z.enum(SCORE_TARGETS),
    name: TEXT.meta({ description: 'null: a comment.' }),
    number: z.number().nullable(),
    label: TEXT.meta({ description: 'A category; beside a number, what the number is in words.' }),
    thumbs: z.boolean().nullable().meta({ description: 'true: up.' }),
    comment: TEXT,
    source: z.enum(SCORE_SOURCES),
    author: TEXT.meta({ description: 'E-mail address of a user, or name of a key; null when it exists no more.' }),
    created_at: TIME.meta({ description: 'When it was first stored.' }),
    updated_at: TIME.meta({ description: 'When it was given or changed.' }),
  })
  .meta({ id: 'Score' });

export const SCORES_ANSWER = pageOf('Scores', SCORE_ROW);

export const NEW_SCORE = z
  .strictObject({
    trace_id: TRACE_ID,
    span_id: SCORE_TARGET.span,
    target: SCORE_TARGET.target,
    ...SCORE_CONTENT,
    at: MOMENT.optional().meta({
      description: 'When it was given, in UTC; absent: now. Under the same key, a newer one replaces an older one.',
    }),
  })
  .superRefine(({ target, span_id: span, ...content }, context) => {
    const problem = problemOfContent(content) ?? problemOfTarget({ target, span });
    if (problem !== undefined) context.addIssue(problem);
  })
  .meta({ id: 'NewScore' });

export const SCORE_KEY = IDEMPOTENCY_KEY.meta({
  description: 'Names the score: sent again with the same key, it is the same score.',
});
