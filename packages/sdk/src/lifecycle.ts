/**
 * The end of a process or of a request: what was observed is sent before it. All that the SDK starts keeps no process alive, so what holds one
 * at its end is this file alone, and for a bounded time.
 */
import { endWhenIdle, onExit } from './platform/node.ts';
import { guarded, tell } from './report.ts';
import { ledger, recorder } from './recorder.ts';
import {
  expectEnd,
  flushProvider,
  hasOtherExporter,
  loadTracerNow,
  openLastSender,
  ownsProvider,
  stopProvider,
  tracerUses,
  undeliveredSpans,
} from './tracing.ts';
import { lossMessage, sumOf } from './undelivered.ts';
import { within } from './within.ts';

/** A process that ends is held no longer than 2 s, in all: this, and what the end of it takes itself. */
const EXIT_PATIENCE_MS = 1_800;
const WITHIN_EXIT = 'within 2 s of exit';
/** The default limit of `flush()` and `shutdown()`. */
const FLUSH_PATIENCE_MS = 10_000;
/** Less than this is not enough to start sending. */
const LEAST_PATIENCE_MS = 50;

let armed = false;
let flushedUses = 0;
/** What is left of `EXIT_PATIENCE_MS`. */
let patience = EXIT_PATIENCE_MS;
let isHolding = false;

/**
 * Sends all that was recorded so far. Calls still without a result are recorded as such. Resolves when it is sent, when sending has failed, or
 * after `timeoutMillis` milliseconds (10,000 by default) at the latest; what was not sent by then is still tried. Never rejects.
 */
export async function flush(timeoutMillis: number = FLUSH_PATIENCE_MS): Promise<void> {
  const deadline = Date.now() + timeoutMillis;
  await within(
    timeoutMillis,
    recorder.flush(deadline).then(
      () => send(deadline),
      () => send(deadline),
    ),
  );
}

/**
 * As `flush`, for the last time: what is under way is recorded as cut, and the exporter we started is stopped. An application's own tracer
 * provider is left alone. Reports what could not be sent. Never rejects.
 */
export async function shutdown(timeoutMillis: number = FLUSH_PATIENCE_MS): Promise<void> {
  await stopWithin(timeoutMillis);
  reportLoss(`within ${timeoutMillis / 1_000} s of shutdown()`);
}

async function stopWithin(timeoutMillis: number): Promise<void> {
  const deadline = Date.now() + timeoutMillis;
  beginEnd(deadline);
  const stop = () => stopProvider(deadline).catch(() => undefined);
  await within(timeoutMillis, recorder.stop(deadline).then(stop, stop));
  flushedUses = tracerUses();
}

async function send(deadline: number): Promise<void> {
  await flushProvider(deadline).catch(() => undefined); // it has reported why
  flushedUses = tracerUses();
}

/** Once per process, at the first observation. */
export function armExit(): void {
  if (armed) return;
  armed = true;
  onExit({
    idle: () => void holdAndSend(),
    signalled: endBySignal,
    exiting: () => guarded('send what is left at the end of the process', sendNow),
  });
}

/** True when something was recorded after the last flush. */
function hasUnsent(): boolean {
  return recorder.busy || tracerUses() !== flushedUses;
}

/** The process has nothing left to do: what is open will never end. Runs again when other listeners find something to do for it. */
async function holdAndSend(): Promise<void> {
  if (isHolding || patience < LEAST_PATIENCE_MS || !hasUnsent()) return;
  isHolding = true;
  const start = Date.now();
  const deadline = start + patience;
  beginEnd(deadline);
  const sent = recorder.abandon(deadline).then(
    () => send(deadline),
    () => send(deadline),
  );
  const isSent = await within(patience, sent);
  patience -= Date.now() - start;
  flushedUses = tracerUses();
  beginEnd(undefined);
  isHolding = false;
  if (!isSent && hasOtherExporter()) endWhenIdle();
}

/** Nothing asynchronous is run any more: by `process.exit()` or an uncaught error. Nothing is left after `holdAndSend`. */
function sendNow(): void {
  if (isHolding || (patience >= LEAST_PATIENCE_MS && hasUnsent())) {
    const deadline = Date.now() + patience;
    beginEnd(deadline);
    if (recorder.busy) loadTracerNow();
    const sender = openLastSender();
    recorder.abandonNow(deadline, () => sender?.send());
    sender?.send();
    sender?.wait(deadline);
  }
  reportLoss(WITHIN_EXIT);
}

async function endBySignal(others: boolean): Promise<void> {
  if (others || !ownsProvider()) return flush(EXIT_PATIENCE_MS);
  await stopWithin(EXIT_PATIENCE_MS);
  reportLoss(WITHIN_EXIT);
}

/** undefined: the process goes on after all. */
function beginEnd(deadline: number | undefined): void {
  expectEnd(deadline !== undefined);
  ledger.expectEnd(deadline);
}

function reportLoss(when: string): void {
  const message = lossMessage(sumOf(recorder.undelivered(), undeliveredSpans()), when);
  if (message) tell('loss at exit', () => message);
}
