/**
 * Observes the model calls of a whole process at the transports below its clients, except those that an observed fetch
 * or client sends. Loaded by `register` only.
 */
import { awaitingFetches } from '../observed-fetch.ts';
import { observeHttp } from './node-http.ts';
import { refuseHttp2InForks } from './node-http2.ts';
import type { Observation } from './transport-call.ts';
import { observeUndici } from './undici.ts';

export function observeTransports(observation: Observation): void {
  const awaiting = awaitingFetches();
  if (!awaiting) return; // another copy of the SDK observes them
  observeHttp(observation);
  refuseHttp2InForks();
  observeUndici(observation, awaiting);
}
