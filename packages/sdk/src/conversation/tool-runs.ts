/** Runs of tools that a framework announces: their exact times, and whether they failed, which no result says. */
import { isCounter } from './stitching/turn.ts';
import type { PendingCall } from './pending-calls.ts';
import { OldestKeys } from '../platform/oldest-keys.ts';
import type { ToolOutcome } from '../emit/spans/tool-span.ts';

/** A function that a framework ran for a call. */
export interface ToolRun {
  callId: string;
  name: string;
  /** Unix milliseconds. */
  startedAt: number;
  endedAt: number;
  hasFailed: boolean;
}

/** Runs whose calls no observed model requested are never asked for. */
const MAX_RUNS = 1_000;

export class ToolRuns {
  readonly #byCall = new Map<string, ToolRun>();
  readonly #oldest = new OldestKeys(this.#byCall);

  add(run: ToolRun): void {
    if (isCounter({ id: run.callId, name: run.name })) return;
    this.#byCall.set(run.callId, run);
    if (this.#byCall.size > MAX_RUNS) this.#byCall.delete(this.#oldest.take() ?? '');
  }

  /** The outcome of a call with what its run shows. */
  outcomeOf({ call }: PendingCall, seen: ToolOutcome): ToolOutcome {
    const run = this.#byCall.get(call.id);
    if (!run || run.name !== call.name) return seen;
    this.#byCall.delete(call.id);
    const { startedAt, endedAt, hasFailed } = run;
    const isDecided = seen.status === 'error' || seen.status === 'probable_error';
    const ended = isDecided ? seen.status : 'ok';
    return { ...seen, startedAt, endedAt, status: hasFailed ? 'error' : ended };
  }
}
