/**
 * What the SDK asks of its runtime, here one that has `fetch` and little of Node: Cloudflare Workers, Vercel Edge, service workers, browsers.
 * Stands in for node.ts, whose exports it has. Nothing here runs a timer or asks for chance while the module loads: Workers forbid it.
 */
import type { ContextManager } from '@opentelemetry/api';
import { createStackStorage, storageContextManager } from './async-context.ts';
import type { AsyncStorage, ExitHooks } from './platform.ts';

interface EdgeGlobal {
  /** Vercel's edge runtime has it as a global. */
  AsyncLocalStorage?: new <T>() => AsyncStorage<T>;
  /** Workers have it with the flag `nodejs_compat`. */
  process?: {
    env?: Readonly<Record<string, string | undefined>>;
    getBuiltinModule?: (name: string) => { AsyncLocalStorage?: EdgeGlobal['AsyncLocalStorage'] } | undefined;
  };
}

const runtime = globalThis as EdgeGlobal;

export function environment(): Readonly<Record<string, string | undefined>> {
  return runtime.process?.env ?? {};
}

/** Without `AsyncLocalStorage` a value is seen until the first `await`. */
export function createStorage<T>(): AsyncStorage<T> {
  const Found = runtime.AsyncLocalStorage ?? runtime.process?.getBuiltinModule?.('node:async_hooks')?.AsyncLocalStorage;
  return Found ? new Found<T>() : createStackStorage<T>();
}

export function createContextManager(): ContextManager {
  return storageContextManager(createStorage());
}

/** Runs the job when the caller has gone on. */
export function defer(job: () => void): void {
  setTimeout(job, 0);
}

/** UTF-8 bytes, without encoding: what lies outside ASCII is counted by its code points. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    if (code < 0x800) bytes += 1;
    // Half of a pair: four bytes for two units. A lone half is written as U+FFFD, three bytes.
    else if ((code & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      bytes += 2;
      index += 1;
    } else bytes += 2;
  }
  return bytes;
}

/** Nothing outside Node can tell; what an unknown class does is seen to elsewhere. */
export function isProxy(_value: unknown): boolean {
  return false;
}

/** Nobody says when such a runtime ends: `flush()` belongs into `waitUntil`. */
export function onExit(_hooks: ExitHooks): void {}

/** No process of ours to end. */
export function endWhenIdle(): void {}
