/** One run, from its target to its end: an export, or a test of the target. */
import {
  beginExportAttempt,
  endExport,
  exportTarget,
  inTransaction,
  recordAudit,
  saveExportProblem,
  saveExportProgress,
  withdrawExportAttempt,
  type ExportRun,
  type Sql,
} from '@subtext/db';
import { ExportProblem, runIncrement, StoreProblem, type ExportTarget, type Manifest } from '@subtext/export';
import { RefusedDestination } from '@subtext/outbound';
import { exportPages } from './export-pages.ts';
import type { ExportSettings } from './export-settings.ts';
import { openTarget } from './open-target.ts';

interface WriteRun {
  sql: Sql;
  settings: ExportSettings;
  signal: AbortSignal | undefined;
  /** Called for an error that is not the store's. */
  onError: ((error: unknown, run: ExportRun) => void) | undefined;
}

/** A run that fails this often without progress has failed, after some two minutes. */
const MAX_ATTEMPTS = 6;

/** Its owner stopped it. */
class Stopped extends Error {}

/** Resolves to the ended run; undefined when it goes on later. */
export async function writeRun(run: ExportRun, work: WriteRun): Promise<ExportRun | undefined> {
  const { sql } = work;
  if (run.isStopRequested) return end(sql, run, { state: 'stopped', reason: null });
  if ((await beginExportAttempt(sql, run)) > MAX_ATTEMPTS)
    return end(sql, run, { state: 'failed', reason: run.reason ?? INTERRUPTED });
  try {
    const row = await exportTarget(sql, { projectId: run.projectId, id: run.targetId });
    if (!row) throw new ExportProblem('The target was removed.');
    const target = await openTarget(sql, row, work.settings);
    await (run.kind === 'test' ? testTarget(target, run) : writeExport(target, run, work));
    return await end(sql, run, { state: 'done', reason: null });
  } catch (error) {
    if (work.signal?.aborted) {
      await withdrawExportAttempt(sql, run);
      return undefined;
    }
    if (error instanceof Stopped) return end(sql, run, { state: 'stopped', reason: null });
    return failed(error, run, work);
  }
}

async function writeExport(target: ExportTarget, run: ExportRun, { sql, signal }: WriteRun): Promise<void> {
  const { projectId, format } = run;
  const [project] = await sql<{ slug: string }[]>`SELECT slug FROM projects WHERE id = ${projectId}`;
  await runIncrement({
    ...{ target, format, isFull: run.kind === 'full' },
    ...(signal && { signal }),
    sourceSince: (since) => exportPages(sql, { projectId, project: project!.slug, since }),
    onProgress: async ({ path, since }, manifest) => {
      if (await saveExportProgress(sql, run, { path, since, ...figuresOf(manifest) })) throw new Stopped();
    },
  });
}

function figuresOf(manifest: Manifest | undefined) {
  const { rows = {}, stored = {}, files = [] } = manifest ?? {};
  return { rows, stored, files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function testTarget(target: ExportTarget, { id }: ExportRun): Promise<void> {
  const [path, text] = [`subtext-test-${id}.txt`, `Subtext can write here. ${id}\n`];
  await target.writeText(path, text);
  const read = await target.readText(path);
  await target.remove(path);
  if (read !== text) throw new ExportProblem('The target returned another text than was written.');
}

async function failed(error: unknown, run: ExportRun, { sql, onError }: WriteRun): Promise<ExportRun | undefined> {
  const { reason, isPassing } = problemOf(error) ?? UNEXPECTED;
  if (reason === UNEXPECTED.reason) onError?.(error, run);
  const attempts = await saveExportProblem(sql, run, reason);
  if (isPassing && run.kind !== 'test' && attempts < MAX_ATTEMPTS) return undefined;
  return end(sql, run, { state: 'failed', reason });
}

const GO_ON = 'The next export goes on where this one stopped.';
const INTERRUPTED = `The server ended several times while it wrote this export. ${GO_ON}`;

interface Problem {
  reason: string;
  isPassing: boolean;
}

const UNEXPECTED: Problem = {
  reason: `An error of the server interrupted the export; its log says more. ${GO_ON}`,
  isPassing: true,
};

/** Why, and what to do. Never with a text of a trace. undefined: only the log says why. */
function problemOf(error: unknown): Problem | undefined {
  if (error instanceof StoreProblem) {
    if (error.cause instanceof RefusedDestination) return { reason: error.cause.message, isPassing: false };
    const advice = error.isPassing
      ? GO_ON
      : 'Check the address, the bucket and the key of the target, and what the key may do.';
    return { reason: `${error.message} ${advice}`, isPassing: error.isPassing };
  }
  if (error instanceof ExportProblem) return { reason: error.message, isPassing: false };
  if (error instanceof RefusedDestination) return { reason: error.message, isPassing: false };
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined && code !== undefined && FILE_CODES.includes(code))
    return {
      reason: `The directory cannot be written (${code}). The operator has to look after it. ${GO_ON}`,
      isPassing: true,
    };
  return undefined;
}

const FILE_CODES: readonly string[] = [
  'EACCES',
  'EPERM',
  'ENOSPC',
  'EROFS',
  'ENOTDIR',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'EEXIST',
];

type RunEnd = Parameters<typeof endExport>[2];

/** With its entry in the audit log. */
function end(sql: Sql, run: ExportRun, ending: RunEnd): Promise<ExportRun | undefined> {
  return inTransaction(sql, async (transaction) => {
    const ended = await endExport(transaction, run, ending);
    // A test exports nothing.
    if (!ended || ended.kind === 'test') return ended;
    const { projectId, requestedBy: actor, targetName: target, id, rows, files, bytes } = ended;
    await recordAudit(transaction, {
      ...{ projectId, actor, action: ACTIONS[ending.state], target },
      after: { id, rows, files, bytes, ...(ending.reason !== null && { reason: ending.reason }) },
    });
    return ended;
  });
}

const ACTIONS = { done: 'exports.finished', failed: 'exports.failed', stopped: 'exports.stopped' } as const;
