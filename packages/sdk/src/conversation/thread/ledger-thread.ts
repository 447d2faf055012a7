/** The entry of the thread that node-worker.ts starts: a ledger with its own provider and exporter. */
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
import { yieldToOthers } from './thread-priority.ts';
import { forwardReports } from '../../platform/report.ts';
import { configureTracing, loadTracer, ownsProvider } from '../../emit/tracing.ts';

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

yieldToOthers();
forwardReports((trouble, message) => reply({ kind: 'trouble', trouble, message }));
const waitingChanged = (spans: number) => void Atomics.store(counts, SPANS_WAITING, spans);
configureTracing({ ...settings, isOursAlone: true, waitingChanged });
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
