/** The entry of the thread that node-worker.ts starts: a ledger with its own provider and exporter. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromHost, ToHost } from './thread-messages.ts';
import { LedgerHost } from './ledger-host.ts';
import {
  ANSWERS_GIVEN,
  CALLS_READ,
  NO_DEADLINE,
  SPANS_WAITING,
  type NumberedAnswer,
  type NumberedQuery,
  type ThreadStart,
} from './node-worker.ts';
import { forwardReports } from '../../platform/report.ts';
import { forwardBudgets } from '../../emit/export/budget-notices.ts';
import { configureTracing, loadTracer, ownsProvider } from '../../emit/tracing.ts';

/**
 * A nice value: a third of the others' share when there are too few cores. A higher value would delay `tool()`, which
 * waits for this thread.
 */
const PRIORITY = 5;

const { settings, answers, shared } = workerData as ThreadStart;
const { counts, deadline } = shared;

function reply(message: FromHost | 'ready'): void {
  parentPort?.postMessage(message);
}

async function answer({ question, number }: NumberedQuery): Promise<void> {
  const answered: NumberedAnswer = { answer: await host.answer(question), number };
  answers.postMessage(answered);
  Atomics.add(counts, ANSWERS_GIVEN, 1);
  Atomics.notify(counts, ANSWERS_GIVEN);
}

/**
 * Lets every other thread and process run before this thread when there are too few cores. Only Linux has priorities
 * for threads, by the number at the end of `/proc/thread-self`; elsewhere nothing changes.
 */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread !== process.pid) setPriority(thread, PRIORITY);
  } catch {
    // Without `/proc`, or without permission, the priority stays.
  }
}

yieldToOthers();
forwardBudgets((header) => reply({ kind: 'budgets', header }));
forwardReports((trouble, message) => reply({ kind: 'trouble', trouble, message }));
const waitingChanged = (spans: number) => void Atomics.store(counts, SPANS_WAITING, spans);
configureTracing({ ...settings, waitingChanged });
const host = new LedgerHost(reply, {
  readCall: () => void Atomics.add(counts, CALLS_READ, 1),
  deadline: () => (deadline[0] === NO_DEADLINE ? undefined : deadline[0]),
});
parentPort?.on('message', (message: ToHost | NumberedQuery) => {
  if ('kind' in message) host.take(message);
  else void answer(message);
});
void loadTracer().then(() => {
  if (ownsProvider()) reply('ready');
  else process.exit();
});
