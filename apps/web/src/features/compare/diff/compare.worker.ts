// Compares off the main thread, so that the page stays responsive for long runs and long texts.
import { align } from '../../../lib/compare/align.ts';
import { diffThoughts, diffValues } from './diff-text.ts';
import type { WorkerAnswer, WorkerTask } from './worker-messages.ts';

function answer({ id, task }: { id: number; task: WorkerTask }): WorkerAnswer {
  if (task.kind === 'align') return { id, kind: 'align', pairs: align(task.a, task.b) };
  return {
    id,
    kind: 'diff',
    diff: task.kind === 'thoughts' ? diffThoughts(task.a, task.b) : diffValues(task.a, task.b),
  };
}

addEventListener('message', (event: MessageEvent<{ id: number; task: WorkerTask }>) => {
  postMessage(answer(event.data));
});
