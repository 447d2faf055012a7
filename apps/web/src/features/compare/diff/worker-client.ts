'use client';
// Sends requests to the worker; the page has one, created on first use.
import type { TextDiff } from './diff-text.ts';
import type { ComparedStep, Pair } from '../../../lib/compare/align.ts';
import type { WorkerAnswer, WorkerTask } from './worker-messages.ts';

interface PendingTask {
  resolve(answer: WorkerAnswer): void;
  reject(error: Error): void;
}

let worker: Worker | undefined;
let last = 0;
const pending = new Map<number, PendingTask>();

function start(): Worker {
  const started = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', (event: MessageEvent<WorkerAnswer>) => {
    pending.get(event.data.id)?.resolve(event.data);
    pending.delete(event.data.id);
  });
  started.addEventListener('error', () => {
    for (const { reject } of pending.values()) reject(new Error('The comparison stopped.'));
    pending.clear();
    started.terminate();
    worker = undefined;
  });
  return started;
}

function ask(task: WorkerTask): Promise<WorkerAnswer> {
  worker ??= start();
  const id = (last += 1);
  const answer = new Promise<WorkerAnswer>((resolve, reject) => pending.set(id, { resolve, reject }));
  worker.postMessage({ id, task });
  return answer;
}

export async function alignRuns(a: readonly ComparedStep[], b: readonly ComparedStep[]): Promise<Pair[]> {
  const answer = await ask({ kind: 'align', a, b });
  return answer.kind === 'align' ? answer.pairs : [];
}

export async function diffTexts(kind: 'thoughts' | 'values', a: string, b: string): Promise<TextDiff> {
  const answer = await ask({ kind, a, b });
  return answer.kind === 'diff' ? answer.diff : { by: 'nothing', parts: [] };
}
