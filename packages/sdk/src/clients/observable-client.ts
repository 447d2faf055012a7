/**
 * The interface of one entry in the table of clients. It has its own file so that the entries and the table do not
 * import each other.
 */
import type { Fetch } from '../tap/observed-fetch.ts';

export type Fields = Record<string, unknown>;

/** Returns the observed fetch. A fetch that is already observed keeps one layer, with the latest settings. */
export type Wrap = (fetch: Fetch) => Fetch;

export interface ObservableClient {
  /** The packages that make such clients. */
  packages: readonly string[];
  /** Checks the shape, never the class: several versions of a package may be loaded in one process. */
  takes(client: Fields): boolean;
  /**
   * Returns the client with its fetch observed: a copy where the copy is sure to behave the same, else the client
   * itself. Throws `NotObservable` when the client cannot be changed; it is unchanged then.
   */
  observe(client: Fields, wrap: Wrap): object;
}

/** Its message completes "This client …". */
export class NotObservable extends Error {}

/** Sets a field in place. Throws `NotObservable` for frozen objects and proxies that refuse. */
export function setField(target: object, name: string, value: unknown): void {
  if (!Reflect.set(target, name, value)) throw new NotObservable(`is frozen or guards its "${name}"`);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

export function isFunction(value: unknown): value is (...parameters: never[]) => unknown {
  return typeof value === 'function';
}

/**
 * For clients that read the global fetch at every call: a later replacement of it takes effect, as it does without the
 * SDK.
 */
export const globalFetch: Fetch = (input, init) => globalThis.fetch(input, init);
