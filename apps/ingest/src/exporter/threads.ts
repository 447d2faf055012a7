/**
 * Exporters in threads of their own, each with its connections: reading spans is most of what ingest does, and one thread of Node is not enough
 * for it. The thread that takes requests stays free for answers and health, whatever is in a body. A thread that ends takes its open requests
 * with it (their senders try again) and another one takes its place.
 */
import { Worker } from 'node:worker_threads';
import { IngestError } from '../errors.ts';
import type { Delivery, Exporter, ExporterOptions, ExportResult } from './index.ts';
import { errorOf, type Answer, type Asked } from './messages.ts';

const THREAD = new URL('./thread.ts', import.meta.url);

interface Waiting {
  bytes: number;
  resolve(result: ExportResult): void;
  reject(error: unknown): void;
}

/** `file`: what runs in them. */
export function exporterThreads(count: number, options: ExporterOptions, file = THREAD): Exporter {
  const threads = Array.from({ length: count }, () => new ExporterThread(file, options));
  return {
    export(delivery) {
      const least = threads.reduce((free, thread) => (thread.openBytes < free.openBytes ? thread : free));
      return least.export(delivery);
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

class ExporterThread implements Exporter {
  readonly #file: URL;
  readonly #options: ExporterOptions;
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  /** Of requests that are not answered. */
  openBytes = 0;

  constructor(file: URL, options: ExporterOptions) {
    this.#file = file;
    this.#options = options;
    this.#worker = this.#begin();
  }

  export({ body, ...rest }: Delivery): Promise<ExportResult> {
    const id = (this.#count += 1);
    // A small Buffer shares its memory with others, which must stay where it is.
    const isAlone = body.byteLength === body.buffer.byteLength;
    const bytes = isAlone ? body.buffer : new Uint8Array(body).buffer;
    this.#worker ??= this.#begin();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { bytes: bytes.byteLength, resolve, reject });
      this.openBytes += bytes.byteLength;
      this.#worker!.postMessage({ id, delivery: { ...rest, bytes } } satisfies Asked, [bytes as ArrayBuffer]);
    });
  }

  /** Called when every request is answered or given up. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await ended;
  }

  #begin(): Worker {
    const worker = new Worker(this.#file, { workerData: this.#options });
    worker.on('message', (answer: Answer) => this.#take(answer));
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, undefined));
    // A process that does nothing else may end.
    worker.unref();
    return worker;
  }

  #take(answer: Answer): void {
    const asker = this.#waiting.get(answer.id);
    if (!asker) return;
    this.#waiting.delete(answer.id);
    this.openBytes -= asker.bytes;
    if ('result' in answer) asker.resolve(answer.result);
    else asker.reject(errorOf(answer.error));
  }

  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const open = [...this.#waiting.values()];
    this.#waiting.clear();
    this.openBytes = 0;
    for (const { reject } of open) {
      reject(new IngestError('INTERNAL', 'What stores spans ended and begins anew; send again.', { cause }));
    }
  }
}
