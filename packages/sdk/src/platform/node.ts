/**
 * What the SDK asks of its runtime, here Node and what behaves like it (Bun, Deno). The build for edge runtimes puts edge.ts in its place
 * (tsdown.config.ts); both export the same.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { types } from 'node:util';
import type { ContextManager } from '@opentelemetry/api';
import { guarded } from '../report.ts';
import { storageContextManager } from './async-context.ts';
import type { AsyncStorage, ExitHooks } from './platform.ts';

export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

export function createStorage<T>(): AsyncStorage<T> {
  return new AsyncLocalStorage<T>();
}

export function createContextManager(): ContextManager {
  return storageContextManager(createStorage());
}

/** Runs the job when the caller has gone on. A timer, since it keeps no process alive; an immediate that does not is run only after other work. */
export function defer(job: () => void): void {
  setTimeout(job, 0).unref();
}

/** UTF-8 bytes, without encoding. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

export function isProxy(value: unknown): boolean {
  return types.isProxy(value);
}

/** Calls back when the process is about to end; a signal that only we listen to ends it afterwards. */
export function onExit({ idle, signalled, exiting }: ExitHooks): void {
  process.on('beforeExit', idle);
  process.on('exit', exiting);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      // Our listener keeps the signal from ending the process, so when nobody else listens we let it.
      const others = process.listenerCount(signal) > 0;
      void signalled(others).then(() => others || guarded('pass a signal on', () => process.kill(process.pid, signal)));
    });
  }
}

/**
 * The process had nothing left to do, and what holds it now are the requests of an exporter that is not ours and cannot be let go: it ends as it
 * would have. When the application listens to the same event, what holds the process may be its own work.
 */
export function endWhenIdle(): void {
  if (process.listenerCount('beforeExit') === 1) process.exit();
}
