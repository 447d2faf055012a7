/**
 * Checks the traces that are due, one after the other, and then makes stored ones due that never were:
 *
 *   due → claimed → read and checked → saved
 *
 * A trace that fails is tried again later and stops no other one.
 */
import {
  claimEvidence,
  deleteEvidence,
  dueEvidence,
  failEvidence,
  projectsToWalk,
  releaseEvidence,
  saveEvidence,
  walkStoredTraces,
  type ClaimedTrace,
  type Sql,
} from '@subtext/db';
import { EVIDENCE_VERSION } from '@subtext/evidence';
import { problemOf } from '../job-thread.ts';
import { checkStoredTrace } from './check-stored-trace.ts';
import { UsualThinking } from './usual-thinking.ts';

/** `failed`: an error; the trace is tried again, or left when it failed too often. */
export interface CheckOutcome {
  projectId: string;
  traceId: string;
  outcome: 'checked' | 'failed';
  seconds: number;
  /** With its stack, for the log. */
  problem?: string;
}

interface Options {
  signal?: AbortSignal;
  onOutcome?: (outcome: CheckOutcome) => void;
  /** Kept by a worker that checks again and again. */
  usualThinking?: UsualThinking;
}

/** Several processes choose among so many, so that they seldom want the same one. */
const TRACES_PER_READ = 20;

/** Resolves to the number of traces that it looked at when nothing is due any more, or `signal` aborted. */
export async function checkDueTraces(
  sql: Sql,
  { signal, onOutcome, usualThinking = new UsualThinking() }: Options = {},
): Promise<number> {
  let traces = 0;
  while (!signal?.aborted) {
    const due = await dueEvidence(sql, TRACES_PER_READ);
    if (due.length === 0 && (await walkStoredTraces(sql, EVIDENCE_VERSION)) === 0) break;
    for (const trace of due) {
      if (signal?.aborted) break;
      const claimed = await claimEvidence(sql, trace);
      if (!claimed) continue;
      traces += 1;
      await checkOne(sql, claimed, { signal, onOutcome, usualThinking });
    }
  }
  return traces;
}

/** Whether `checkDueTraces` has something to do. */
export async function hasDueChecks(sql: Sql): Promise<boolean> {
  return (await dueEvidence(sql, 1)).length > 0 || (await projectsToWalk(sql, EVIDENCE_VERSION)).length > 0;
}

interface WorkerOptions {
  signal: AbortSignal | undefined;
  onOutcome: Options['onOutcome'];
  usualThinking: UsualThinking;
}

async function checkOne(
  sql: Sql,
  claimed: ClaimedTrace,
  { signal, onOutcome, usualThinking }: WorkerOptions,
): Promise<void> {
  const begun = performance.now();
  const { projectId, traceId } = claimed;
  const report = (outcome: Pick<CheckOutcome, 'outcome' | 'problem'>) =>
    onOutcome?.({ projectId, traceId, seconds: (performance.now() - begun) / 1_000, ...outcome });
  try {
    const computed = await checkStoredTrace(sql, claimed, await usualThinking.of(sql, projectId));
    if (!computed) await deleteEvidence(sql, projectId, sql`trace_id = decode(${traceId}, 'hex')`);
    else if (await saveEvidence(sql, claimed, computed)) report({ outcome: 'checked' });
  } catch (error) {
    if (signal?.aborted) return releaseEvidence(sql, claimed);
    await failEvidence(sql, claimed, kindOf(error));
    report({ outcome: 'failed', problem: problemOf(error) });
  }
}

/** Stored and shown, so it has no message: that may quote a text of the trace. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name;
}
