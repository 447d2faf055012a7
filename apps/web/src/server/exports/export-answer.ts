// An export as programs and the screen see it.
import type { ExportRun } from '@subtext/db';
import { FILE_FORMATS } from '@subtext/export';
import * as z from 'zod';

const TIME = z.iso.datetime();
const COUNT = z.int().nonnegative();
const COUNTS = z.object({ traces: COUNT, spans: COUNT, calls: COUNT, scores: COUNT }).meta({ id: 'ExportCounts' });

export const EXPORT_ANSWER = z
  .object({
    id: z.uuid(),
    project: z.string(),
    target: z.string().meta({ description: 'The name of the target, also when it was removed since.' }),
    kind: z.enum(['changes', 'full', 'test']).meta({
      description: 'changes: since the export before, or everything in the first one. test: only tests the target.',
    }),
    format: z.enum(FILE_FORMATS),
    scheduled: z.boolean(),
    requested_by: z.string().meta({ description: 'The e-mail address of a user, or the name of a key.' }),
    requested_at: TIME,
    started_at: TIME.nullable(),
    finished_at: TIME.nullable(),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'stopped']),
    reason: z.string().nullable().meta({ description: 'Why it failed, or why the last attempt did, and what to do.' }),
    path: z.string().nullable().meta({ description: 'The folder below the target; null before it has begun.' }),
    since: TIME.nullable().meta({ description: 'Only what changed since; null: everything, or not begun.' }),
    rows: COUNTS.meta({ description: 'Rows in the files so far.' }),
    stored: COUNTS.meta({ description: 'Rows that the database counted for the same pages.' }),
    files: COUNT,
    bytes: COUNT,
  })
  .meta({ id: 'Export' });

export type ExportAnswer = z.infer<typeof EXPORT_ANSWER>;

const countsOf = (rows: ExportRun['rows']): z.infer<typeof COUNTS> => ({
  ...{ traces: rows.traces ?? 0, spans: rows.spans ?? 0, calls: rows.calls ?? 0, scores: rows.scores ?? 0 },
});

export const exportAnswer = (run: ExportRun, project: string): ExportAnswer => ({
  ...{ id: run.id, project, target: run.targetName, kind: run.kind, format: run.format, scheduled: run.isScheduled },
  requested_by: run.requestedBy.email,
  requested_at: run.requestedAt.toISOString(),
  started_at: run.startedAt?.toISOString() ?? null,
  finished_at: run.finishedAt?.toISOString() ?? null,
  ...{ state: run.state, reason: run.reason, path: run.path, since: run.since?.toISOString() ?? null },
  ...{ rows: countsOf(run.rows), stored: countsOf(run.stored), files: run.files, bytes: run.bytes },
});
