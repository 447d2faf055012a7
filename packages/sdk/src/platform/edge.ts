/**
 * The runtime functions of the SDK for runtimes with `fetch` and little of Node: Cloudflare Workers, Vercel Edge,
 * service workers, browsers. It replaces node.ts and has the same exports. Nothing here starts a timer or reads
 * randomness while the module loads, because Workers forbid it.
 */
import type { ContextManager } from '@opentelemetry/api';
import { createStackStorage, storageContextManager } from './async-context.ts';
import type { AsyncStorage, ExitHooks } from './platform.ts';

interface EdgeGlobal {
  /** A global of Vercel's edge runtime. */
  AsyncLocalStorage?: new <T>() => AsyncStorage<T>;
  /** Present in Workers with the flag `nodejs_compat`. */
  process?: {
    env?: Readonly<Record<string, string | undefined>>;
    getBuiltinModule?: (name: string) => { AsyncLocalStorage?: EdgeGlobal['AsyncLocalStorage'] } | undefined;
  };
}

const runtime = globalThis as EdgeGlobal;

export function environment(): Readonly<Record<string, string | undefined>> {
  return runtime.process?.env ?? {};
}

/** Without `AsyncLocalStorage` a value is visible until the first `await`. */
export function createStorage<T>(): AsyncStorage<T> {
  const Found = runtime.AsyncLocalStorage ?? runtime.process?.getBuiltinModule?.('node:async_hooks')?.AsyncLocalStorage;
  return Found ? new Found<T>() : createStackStorage<T>();
}

/** These runtimes have digests only behind a promise. */
export function digestOf(_text: string): string | undefined {
  return undefined;
}

/** Only Node has diagnostics channels. */
export function subscribeToChannel(_name: string, _listener: (message: unknown) => void): void {}

export function createContextManager(): ContextManager {
  return storageContextManager(createStorage());
}

/** Runs the job after the current code of the caller. */
export function defer(job: () => void): void {
  setTimeout(job, 0);
}

/** Counts UTF-8 bytes without encoding; characters outside ASCII are counted by code point. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    if (code < 0x800) bytes += 1;
    // A surrogate pair: four bytes for two units. A lone surrogate is written as U+FFFD, three bytes.
    else if ((code & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      bytes += 2;
      index += 1;
    } else bytes += 2;
  }
  return bytes;
}

/** Only Node can detect proxies. Unknown classes are handled elsewhere. */
export function isProxy(_value: unknown): boolean {
  return false;
}

/** These runtimes have no transport but fetch, which decompresses. */
export function decompress(): undefined {}

/** These runtimes do not announce their end: `flush()` belongs in `waitUntil`. */
export function onExit(_hooks: ExitHooks): void {}

/** There is no process to end. */
export function endWhenIdle(): void {}
