/** The end of a process or of a request: what was observed gets out before it. */
import { onExit } from './platform/node.ts';
import { unreferenced } from './platform/platform.ts';
import { recorder } from './recorder.ts';
import { flushProvider, ownsProvider, stopProvider, tracerUses } from './tracing.ts';

/** A receiver that is away must not keep a process alive longer than this. */
const EXIT_PATIENCE_MS = 2_000;

let armed = false;
let flushedUses = 0;

/** Sends all that was recorded so far. Calls still without a result are told as such. Never rejects. */
export async function flush(): Promise<void> {
  await recorder.flush().catch(() => undefined);
  await send();
}

/** As `flush`, for the last time: what is under way is told as cut, and the exporter we started is stopped. Never rejects. */
export async function shutdown(): Promise<void> {
  await recorder.stop().catch(() => undefined);
  await stopProvider().catch(() => undefined);
}

async function send(): Promise<void> {
  await flushProvider().catch(() => undefined); // the exporter has told why
  flushedUses = tracerUses();
}

/** Once per process, at the first observation. */
export function armExit(): void {
  if (armed) return;
  armed = true;
  onExit({
    idle() {
      // Sending keeps the process alive and brings this event again: only when something is left. What is open now will never end.
      if (recorder.busy || tracerUses() !== flushedUses) void recorder.abandon().then(send, send);
    },
    signalled: endBySignal,
  });
}

async function endBySignal(others: boolean): Promise<void> {
  const patience = new Promise<void>((resolve) => unreferenced(setTimeout(resolve, EXIT_PATIENCE_MS)));
  await Promise.race([others || !ownsProvider() ? flush() : shutdown(), patience]);
}
