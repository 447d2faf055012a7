/** The thread that masks long texts, for all projects. Begun with the first of them; a thread that ends takes its open texts with it. */
import { Worker } from 'node:worker_threads';
import type { Masked } from './pace.ts';

export interface MaskRequest {
  id: number;
  /** As they are stored. */
  rules: unknown;
  text: string;
}
export type MaskAnswer = { id: number } & ({ masked: Masked } | { failed: true });

interface Waiting {
  resolve(masked: Masked): void;
  reject(error: Error): void;
}

let thread: Worker | undefined;
const waiting = new Map<number, Waiting>();
let count = 0;

/** Rejects when the thread fails: then nothing may be kept of the text. */
export function maskElsewhere(rules: unknown, text: string): Promise<Masked> {
  thread ??= begin();
  const id = (count += 1);
  const answer = new Promise<Masked>((resolve, reject) => waiting.set(id, { resolve, reject }));
  thread.postMessage({ id, rules, text } satisfies MaskRequest);
  return answer;
}

function begin(): Worker {
  const worker = new Worker(new URL('./mask-thread.ts', import.meta.url));
  // A process that has nothing else to do may end.
  worker.unref();
  worker.on('message', (answer: MaskAnswer) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('masked' in answer) asker?.resolve(answer.masked);
    else asker?.reject(new Error('the text could not be masked'));
  });
  worker.on('error', (error) => end(worker, error as Error));
  worker.on('exit', () => end(worker, new Error('the thread ended')));
  return worker;
}

function end(worker: Worker, error: Error): void {
  if (thread !== worker) return;
  thread = undefined;
  const open = [...waiting.values()];
  waiting.clear();
  for (const { reject } of open) reject(error);
}
