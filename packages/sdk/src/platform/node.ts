/**
 * The runtime functions of the SDK for Node and compatible runtimes (Bun, Deno). The build for edge runtimes replaces
 * this file by edge.ts (tsdown.config.ts); both have the same exports.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { types } from 'node:util';
import type { ContextManager } from '@opentelemetry/api';
import { guarded } from './report.ts';
import { storageContextManager } from './async-context.ts';
import type { AsyncStorage, ExitHooks } from './platform.ts';

export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

export function createStorage<T>(): AsyncStorage<T> {
  return new AsyncLocalStorage<T>();
}

/** The SHA-256 of a text, in hexadecimal digits. */
export function digestOf(text: string): string | undefined {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
}

/** Calls the listener with every message of a diagnostics channel. */
export function subscribeToChannel(name: string, listener: (message: unknown) => void): void {
  subscribe(name, listener);
}

export function createContextManager(): ContextManager {
  return storageContextManager(createStorage());
}

/**
 * Runs the job after the current code of the caller. A timer, since it need not keep the process alive; an unreferenced
 * immediate runs only together with other work.
 */
export function defer(job: () => void): void {
  setTimeout(job, 0).unref();
}

/** Counts UTF-8 bytes without encoding. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

export function isProxy(value: unknown): boolean {
  return types.isProxy(value);
}

/** The limit for a decompressed body. */
const MAX_PLAIN_BYTES = 64 * 1024 * 1024;

/**
 * Decompresses a body, also an incomplete one. `encoding` is its `content-encoding`. Returns undefined when it cannot be
 * read. Loads zlib, which most processes never need here.
 */
export function decompress(bytes: Uint8Array, encoding: string): Uint8Array | undefined {
  try {
    return encoding.split(',').reduceRight(decompressOnce, bytes);
  } catch {
    return undefined;
  }
}

function decompressOnce(bytes: Uint8Array, encoding: string): Uint8Array {
  const zlib = process.getBuiltinModule('node:zlib');
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants;
  const options = (finishFlush: number) => ({ finishFlush, maxOutputLength: MAX_PLAIN_BYTES });
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return zlib.gunzipSync(bytes, options(Z_SYNC_FLUSH));
    case 'deflate':
      // Some servers leave the zlib header out, whose first byte has these four bits.
      return ((bytes[0] ?? 0) & 0x0f) === 8
        ? zlib.inflateSync(bytes, options(Z_SYNC_FLUSH))
        : zlib.inflateRawSync(bytes, options(Z_SYNC_FLUSH));
    case 'br':
      return zlib.brotliDecompressSync(bytes, options(BROTLI_OPERATION_FLUSH));
    case 'zstd':
      return zlib.zstdDecompressSync(bytes, options(ZSTD_e_flush));
    default:
      return bytes;
  }
}

/**
 * Calls the hooks when the process is about to end. A signal that only the SDK listens to ends the process afterwards.
 */
export function onExit({ idle, signalled, exiting }: ExitHooks): void {
  process.on('beforeExit', idle);
  process.on('exit', exiting);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      // The SDK's listener prevents the signal's default action, so it is sent again when there is no other listener.
      const others = process.listenerCount(signal) > 0;
      void signalled(others).then(() => others || guarded('pass a signal on', () => process.kill(process.pid, signal)));
    });
  }
}

/**
 * The process is idle, and only the requests of another exporter keep it alive, which cannot be unreferenced: it exits,
 * as it would without the SDK. When the application listens to the same event, its own work may keep the process alive.
 */
export function endWhenIdle(): void {
  if (process.listenerCount('beforeExit') === 1) process.exit();
}
