// The receipt of a deletion, and what one would delete: for programs, and for the file that the screen gives.
import { deletionWords, DELETION_KINDS, HOLD_KINDS, type DeletionPreview, type TraceDeletion } from '@subtext/db';
import * as z from 'zod';
import { dollars } from '../../lib/files/table.ts';

const TIME = z.iso.datetime();
const COUNT = z.int().nonnegative();

const COUNTS = z
  .object({
    traces: COUNT,
    spans: COUNT,
    calls: COUNT,
    thoughts: COUNT,
    payloads: COUNT,
    scores: COUNT,
    share_links: COUNT,
    quarantined: COUNT,
  })
  .meta({ id: 'DeletionCounts' });

const HELD = z.object({
  hold: z.uuid(),
  kind: z.enum(HOLD_KINDS),
  value: z.string().nullable(),
  reason: z.string(),
  traces: COUNT,
});

export const DELETION_RECEIPT = z
  .object({
    id: z.uuid(),
    project: z.string(),
    kind: z.enum(DELETION_KINDS),
    value: z.string(),
    from: TIME.nullable(),
    to: TIME.nullable(),
    words: z.string().meta({ description: 'What was deleted, as a phrase.' }),
    requested_by: z.string().meta({ description: 'The e-mail address of a user, or the name of a key.' }),
    requested_at: TIME,
    started_at: TIME.nullable(),
    finished_at: TIME.nullable(),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'stopped']),
    reason: z.string().nullable().meta({ description: 'Why it failed.' }),
    foreseen: COUNTS.nullable().meta({ description: 'null: not all matching traces are found yet.' }),
    deleted: COUNTS,
    held: z
      .array(HELD)
      .nullable()
      .meta({ description: 'What a legal hold kept, by hold. null until the end, as the next two.' }),
    changed: COUNT.meta({ description: 'Traces that were gone, or no longer matched, when it was their turn.' }),
    remaining: COUNT.nullable().meta({
      description: 'Traces that matched at the end and that no hold covers, such as those that arrived since.',
    }),
    digest: z.string().nullable().meta({
      description: 'SHA-256 over the ids of the deleted traces: 32 hex digits each, sorted, each with a line feed.',
    }),
  })
  .meta({ id: 'Deletion' });

export type DeletionReceipt = z.infer<typeof DELETION_RECEIPT>;

export function receiptOf(deletion: TraceDeletion, project: string): DeletionReceipt {
  const { condition, requestedBy, requestedAt, startedAt, finishedAt, held } = deletion;
  const { kind, value, from, to } = condition;
  return {
    ...{ id: deletion.id, project, kind, value, from, to, words: deletionWords(condition) },
    requested_by: requestedBy.email,
    requested_at: requestedAt.toISOString(),
    started_at: startedAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
    ...{ state: deletion.state, reason: deletion.reason },
    foreseen: deletion.isCollected ? countsOf(deletion.foreseen) : null,
    deleted: countsOf(deletion.deleted),
    held:
      held?.map(({ id: hold, kind: of, value: what, reason, traces }) => ({
        hold,
        kind: of,
        value: what,
        reason,
        traces,
      })) ?? null,
    ...{ changed: deletion.changed, remaining: deletion.remaining, digest: deletion.digest },
  };
}

const countsOf = ({ shareLinks, ...counts }: TraceDeletion['deleted']): z.infer<typeof COUNTS> => ({
  ...{ traces: 0, spans: 0, calls: 0, thoughts: 0, payloads: 0, scores: 0, quarantined: 0, ...counts },
  share_links: shareLinks ?? 0,
});

export const DELETION_PREVIEW = z
  .object({
    dry_run: z.literal(true),
    words: z.string(),
    traces: COUNT,
    spans: COUNT,
    calls: COUNT,
    cost_usd: z.string().nullable().meta({ description: 'At least this much; null: no call has a price.' }),
    calls_without_price: COUNT,
    held: COUNT.meta({ description: 'Matching traces that a legal hold keeps.' }),
  })
  .meta({ id: 'DeletionPreview' });

export const previewOf = (
  { traces, spans, calls, cost, unpriced, held }: DeletionPreview,
  words: string,
): z.infer<typeof DELETION_PREVIEW> => ({
  ...{ dry_run: true, words, traces, spans, calls, held, calls_without_price: unpriced },
  cost_usd: cost === 0n && unpriced > 0 ? null : dollars(cost),
});
