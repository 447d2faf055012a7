/**
 * Sends what was recorded before a process or a request ends. Nothing else in the SDK keeps a process alive: only this
 * file does, and for a bounded time.
 */
import { endWhenIdle, onExit } from '../platform/node.ts';
import { guarded, report } from '../platform/report.ts';
import { ledger, recorder } from '../conversation/recorder.ts';
import {
  expectEnd,
  flushProvider,
  hasOtherExporter,
  loadTracerNow,
  openLastSender,
  ownsProvider,
  stopProvider,
  tracerUses,
  undelivered,
} from '../emit/tracing.ts';
import { lossMessage, addUndelivered } from '../emit/queue/undelivered.ts';
import { within } from '../platform/within.ts';

/** A process that ends is held for at most 2 s in total: this limit, plus what ending itself takes. */
const EXIT_PATIENCE_MS = 1_800;
const WITHIN_EXIT = 'within 2 s of exit';
/** The default limit of `flush()` and `shutdown()`. */
const FLUSH_PATIENCE_MS = 10_000;
/** Too short to start sending. */
const LEAST_PATIENCE_MS = 50;

let armed = false;
let flushedUses = 0;
/** The rest of `EXIT_PATIENCE_MS`. */
let patience = EXIT_PATIENCE_MS;
let isHolding = false;

/**
 * Sends everything recorded so far. Calls without a result are recorded without one. Resolves when everything is sent,
 * when sending has failed, or after `timeoutMillis` milliseconds (10,000 by default); the rest is still tried after
 * that. Never rejects.
 */
export async function flush(timeoutMillis: number = FLUSH_PATIENCE_MS): Promise<void> {
  const patienceMillis = milliseconds(timeoutMillis);
  const deadline = Date.now() + patienceMillis;
  await within(
    patienceMillis,
    recorder.flush(deadline).then(
      () => send(deadline),
      () => send(deadline),
    ),
  );
}

/**
 * Like `flush`, for the last time: open exchanges are recorded as cut, and the SDK's exporter is stopped. The
 * application's own tracer provider keeps running. Reports what could not be sent. Never rejects.
 */
export async function shutdown(timeoutMillis: number = FLUSH_PATIENCE_MS): Promise<void> {
  const patienceMillis = milliseconds(timeoutMillis);
  await stopWithin(patienceMillis);
  reportLoss(`within ${patienceMillis / 1_000} s of shutdown()`);
}

/** Programs without types pass anything, and timers take no more than 31 bits. */
function milliseconds(timeout: unknown): number {
  if (typeof timeout !== 'number' || Number.isNaN(timeout)) return FLUSH_PATIENCE_MS;
  return Math.min(Math.max(timeout, 0), 2 ** 31 - 1);
}

async function stopWithin(timeoutMillis: number): Promise<void> {
  const deadline = Date.now() + timeoutMillis;
  beginEnd(deadline);
  const stop = () => stopProvider(deadline).catch(() => undefined);
  await within(timeoutMillis, recorder.stop(deadline).then(stop, stop));
  flushedUses = tracerUses();
}

async function send(deadline: number): Promise<void> {
  await flushProvider(deadline).catch(() => undefined); // it has reported the failure
  flushedUses = tracerUses();
}

/** Installs the exit hooks once per process, at the first observation. */
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

/**
 * The process has nothing left to do, so open exchanges will never end. Runs again when other listeners give the
 * process more work.
 */
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

/**
 * Runs on `process.exit()` or an uncaught error, when nothing asynchronous runs any more. After `holdAndSend` nothing
 * is left to send.
 */
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

/** undefined: the process continues after all. */
function beginEnd(deadline: number | undefined): void {
  expectEnd(deadline !== undefined);
  ledger.expectEnd(deadline);
}

function reportLoss(when: string): void {
  const message = lossMessage(addUndelivered(recorder.undelivered(), undelivered()), when);
  if (message) report('loss at exit', () => message);
}
