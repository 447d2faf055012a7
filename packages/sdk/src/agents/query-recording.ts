/**
 * Keeps what was observed of one query until the caller's current code is done, and passes it on to the run that
 * creates its spans (agent-run.ts). That module is loaded with the first query.
 */
import { now } from '../platform/clock.ts';
import { guarded, reportFailure } from '../platform/report.ts';
import type { OpenRun } from '../conversation/recorder.ts';
import { readInput, readMessage, type AgentEvent } from './agent-events.ts';
import type { AgentRun, AgentRunOptions } from './agent-run.ts';
import type { IterationWatch } from './watch-query.ts';

/** How a query ended. `cut`: the process ended first. */
export interface RunEnd {
  kind: 'end';
  how: 'complete' | 'abort' | 'error' | 'cut';
  error?: unknown;
  at: number;
}

/** A message of the user that the program has taken. */
export interface InputEvent {
  kind: 'input';
  content: unknown[];
  at: number;
}

export type RecordedEvent = AgentEvent | InputEvent | RunEnd;

/** The part of the recorder that recordings use. */
export interface AgentRecorder {
  opened(run: OpenRun): void;
  closed(run: OpenRun): void;
  later(job: () => void): void;
}

type RunModule = typeof import('./agent-run.ts');

let loading: Promise<RunModule> | undefined;

export class QueryRecording implements IterationWatch, OpenRun {
  readonly #recorder: AgentRecorder;
  readonly #options: AgentRunOptions;
  readonly #events: RecordedEvent[] = [];
  readonly loaded: Promise<unknown>;
  #module: RunModule | undefined;
  #run: AgentRun | undefined;
  #isWaiting = false;
  #hasEnded = false;

  constructor(recorder: AgentRecorder, options: AgentRunOptions) {
    this.#recorder = recorder;
    this.#options = options;
    loading ??= import('./agent-run.ts');
    this.loaded = loading
      .then((module) => {
        this.#module = module;
        if (this.#events.length > 0) this.#later();
      })
      .catch((error: unknown) => reportFailure('load what records agents', error));
    recorder.opened(this);
  }

  value(message: unknown): void {
    guarded('read a message of an agent', () => {
      const event = readMessage(message, now());
      if (event) this.#keep(event);
    });
  }

  input(message: unknown): void {
    guarded('read a message to an agent', () => {
      const content = readInput(message);
      if (content.length > 0) this.#keep({ kind: 'input', content, at: now() });
    });
  }

  ended(how: RunEnd['how']): void {
    this.#end({ kind: 'end', how, at: now() });
  }

  failed(error: unknown): void {
    this.#end({ kind: 'end', how: 'error', error, at: now() });
  }

  cut(): void {
    this.ended('cut');
  }

  #end(end: RunEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#keep(end);
  }

  #keep(event: RecordedEvent): void {
    this.#events.push(event);
    this.#later();
  }

  #later(): void {
    if (this.#isWaiting || !this.#module) return;
    this.#isWaiting = true;
    this.#recorder.later(() => this.#read());
  }

  #read(): void {
    this.#isWaiting = false;
    if (!this.#module) return;
    this.#run ??= new this.#module.AgentRun(this.#options);
    for (const event of this.#events.splice(0)) {
      this.#run.take(event);
      if (event.kind === 'end') this.#recorder.closed(this);
    }
  }
}
