/** What runs in the thread that platform/node-worker.ts starts: a ledger of its own, with its own provider and exporter. */
import { parentPort, workerData } from 'node:worker_threads';
import type { FromHost, ToHost } from './crossing.ts';
import { LedgerHost } from './ledger-host.ts';
import type { Answered, Asked, ThreadStart } from './platform/node-worker.ts';
import { yieldToOthers } from './platform/thread-priority.ts';
import { tellThrough } from './report.ts';
import { configureTracing, loadTracer, ownsProvider } from './tracing.ts';

const { settings, answers, bell } = workerData as ThreadStart;

function reply(message: FromHost | 'ready'): void {
  parentPort?.postMessage(message);
}

yieldToOthers();
tellThrough((trouble, message) => reply({ kind: 'trouble', trouble, message }));
configureTracing({ ...settings, isOursAlone: true });
const host = new LedgerHost(reply);
parentPort?.on('message', (message: ToHost | Asked) => {
  if ('kind' in message) return host.take(message);
  const answered: Answered = { answer: host.answer(message.question), number: message.number };
  answers.postMessage(answered);
  Atomics.add(bell, 0, 1);
  Atomics.notify(bell, 0);
});
void loadTracer().then(() => {
  if (ownsProvider()) reply('ready');
  else process.exit();
});
