/** Runs in a thread that evidence-thread.ts starts: checks what is due, reports each trace, and ends when nothing was due for a while. */
import { setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { inJobThread } from '../job-thread.ts';
import { checkDueTraces, type CheckOutcome } from './check-due-traces.ts';
import { UsualThinking } from './usual-thinking.ts';

/** A trace is read by several queries at once. */
const CONNECTIONS = 4;
const SILENCE_MS = 600_000;
const EVERY_MS = 1_000;
/** Starting a thread takes longer than waiting in it. */
const IDLE_ROUNDS = 60;
/** Behind everything that takes and stores spans. */
const NICE = 10;

// Linux sets the priority of the calling thread; other systems would set that of the whole process.
if (process.platform === 'linux') setPriority(NICE);

await inJobThread<unknown, CheckOutcome>(
  { max: CONNECTIONS, applicationName: 'subtext checks', silenceMs: SILENCE_MS },
  async ({ sql, signal, report }) => {
    const usualThinking = new UsualThinking();
    for (let idle = 0; idle < IDLE_ROUNDS && !signal.aborted; idle += 1) {
      const traces = await checkDueTraces(sql, { signal, onOutcome: report, usualThinking });
      if (traces > 0) idle = 0;
      await setTimeout(EVERY_MS, undefined, { signal }).catch(() => {});
    }
  },
);
