/**
 * Whether this process forks a recorded run, which is asked before every request. Everything else of a fork is in
 * modules that are loaded only then.
 */
import { environment } from '../platform/node.ts';
import { report } from '../platform/report.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { forkOfEnvironment } from './open-fork.ts';

export interface ActiveFork {
  /** Before the exchange is reported: the run is linked to its origin. */
  link(exchange: Exchange): void;
  /** The recorded answer, or a refusal; undefined: the request is sent. */
  answer(exchange: Exchange): Promise<Response | undefined>;
  /** The recorded result of a tool; undefined: the tool runs. */
  toolResult(name: string, args: readonly unknown[]): { result: string; failed: boolean } | undefined;
}

let fork: ActiveFork | null | undefined;

/** `SUBTEXT_FORK=<trace>@<step>`, or what `fork()` has opened. */
export function activeFork(): ActiveFork | null {
  if (fork === undefined) fork = environment().SUBTEXT_FORK ? forkOfEnvironment(environment()) : null;
  return fork;
}

/** null: none. */
const BESIDE_FETCH =
  'A fork answers calls of fetch and of observed clients only, and this process calls a model in another way. Give the client to observe(), or a fetch of observeFetch() to it.';

/** For calls below fetch, which no recording can answer. Returns the error with which they are to fail. */
export function refusedBesideFetch(): Error | undefined {
  if (!activeFork()) return undefined;
  report('a call that a fork cannot answer', () => BESIDE_FETCH);
  return new Error(BESIDE_FETCH);
}

export function beginFork(opened: ActiveFork | null): void {
  fork = opened;
}
