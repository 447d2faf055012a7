/**
 * The exports that users requested and those that are due each hour:
 *
 *   targets that are due → runs → per project, by one process at a time → files at the target → the end of the run
 *
 * A killed run goes on with the page that it was in, because the manifest at the target says where.
 */
import {
  advanceSchedule,
  dueExportTargets,
  exportRun,
  inTransaction,
  openExports,
  recordAudit,
  requestExport,
  whileAlone,
  type ExportRun,
  type ExportTargetRow,
  type Sql,
} from '@subtext/db';
import { crc32 } from 'node:zlib';
import type { ExportSettings } from './export-settings.ts';
import { writeRun } from './write-run.ts';

/** An arbitrary number, far from other locks. One process at a time writes the exports of a project. */
const LOCKS = 7804_0000_0000_000;
const lockOf = (projectId: string) => LOCKS + crc32(projectId);

interface Options {
  settings: ExportSettings;
  signal?: AbortSignal;
  /** Called for an error that is not the store's. */
  onError?: (error: unknown, run: ExportRun) => void;
}

/** Resolves to the runs that ended. What is left, because `signal` aborted or a store fails, is done the next time. */
export async function runDueExports(sql: Sql, { settings, signal, onError }: Options): Promise<ExportRun[]> {
  for (const target of await dueExportTargets(sql)) await queueHourly(sql, target);
  const ended: ExportRun[] = [];
  for (const [projectId, runs] of Map.groupBy(await openExports(sql), (run) => run.projectId)) {
    if (signal?.aborted) break;
    await whileAlone(sql, lockOf(projectId), async () => {
      for (const { id } of runs) {
        // Another process may have ended it before.
        const run = await exportRun(sql, { projectId, id });
        if (!run || run.finishedAt !== null || signal?.aborted) continue;
        const done = await writeRun(run, { sql, settings, signal, onError });
        if (done) ended.push(done);
      }
    });
  }
  return ended;
}

/** Whether `runDueExports` has something to do that no other process does. */
export async function hasDueExports(sql: Sql): Promise<boolean> {
  if ((await dueExportTargets(sql)).length > 0) return true;
  const projects = new Set((await openExports(sql)).map(({ projectId }) => projectId));
  for (const projectId of projects) {
    if (await whileAlone(sql, lockOf(projectId), () => Promise.resolve(true))) return true;
  }
  return false;
}

function queueHourly(sql: Sql, { projectId, id, name, savedBy }: ExportTargetRow): Promise<void> {
  return inTransaction(sql, async (transaction) => {
    // When two processes try, only one moves the schedule.
    if (!(await advanceSchedule(transaction, { projectId, id }))) return;
    const request = { projectId, targetId: id, kind: 'changes', isScheduled: true, requestedBy: savedBy } as const;
    const run = await requestExport(transaction, request);
    if (run === undefined) return;
    const after = { id: run, scheduled: true };
    await recordAudit(transaction, { projectId, actor: savedBy, action: 'exports.start', target: name, after });
  });
}
