/** What one row of the table of clients has to say. Here so that the rows and the table need not import each other. */
import type { Fetch } from '../observed-fetch.ts';

export type Fields = Record<string, unknown>;

/** Gives a fetch its observation. A fetch that is observed already keeps one layer, with the settings given last. */
export type Wrap = (fetch: Fetch) => Fetch;

export interface ObservableClient {
  /** The packages that make such clients. */
  packages: readonly string[];
  /** By shape, never by class: several versions of a package may stand in one process. */
  takes(client: Fields): boolean;
  /**
   * The client with its fetch observed: a copy where it is sure to be the same, else the client itself.
   * Throws `NotObservable` when the client lets nobody in; then nothing of it has changed.
   */
  observe(client: Fields, wrap: Wrap): object;
}

/** Its message completes "This client …". */
export class NotObservable extends Error {}

/** Sets a field where it stands. Frozen objects and proxies that refuse say so by `NotObservable`. */
export function setField(target: object, name: string, value: unknown): void {
  if (!Reflect.set(target, name, value)) throw new NotObservable(`is frozen or guards its "${name}"`);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

export function isFunction(value: unknown): value is (...parameters: never[]) => unknown {
  return typeof value === 'function';
}

/** For clients that ask for the global fetch anew at every call: who replaces it later is heard, as without us. */
export const globalFetch: Fetch = (input, init) => globalThis.fetch(input, init);
