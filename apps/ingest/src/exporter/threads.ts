/**
 * Exporters in threads of their own, each with its connections: reading spans is most of what ingest does, and one thread of Node is not enough
 * for it. The thread that takes requests stays free for answers and health, whatever is in a body. A thread that ends takes its open requests
 * with it (their senders try again) and another one takes its place.
 */
import { AskedThread } from '../asked-thread.ts';
import { IngestError } from '../errors.ts';
import type { Delivery, Exporter, ExporterOptions, ExportResult } from './index.ts';
import { CLOSE, errorOf, type Outcome, type Sent } from './messages.ts';

const THREAD = new URL('./thread.ts', import.meta.url);

/** An exporter that hands each request to one of `count` threads, in which `file` runs. */
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

/** On average: smaller ones are put together before they are handed over. */
const LEAST_PIECE_BYTES = 4 * 1024;

class ExporterThread implements Exporter {
  readonly #thread: AskedThread<Sent, Outcome>;
  /** Of requests that are not answered. */
  openBytes = 0;

  constructor(file: URL, options: ExporterOptions) {
    this.#thread = new AskedThread(file, options);
    this.#thread.begin();
  }

  async export(delivery: Delivery): Promise<ExportResult> {
    const size = delivery.pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
    // What a thread gives away it need not collect; but each piece has its price.
    const isFine = size < delivery.pieces.length * LEAST_PIECE_BYTES;
    const pieces = (isFine ? [Buffer.concat(delivery.pieces)] : delivery.pieces).map(memoryOf);
    this.openBytes += size;
    try {
      const outcome = await this.#thread.ask({ delivery: { ...delivery, pieces } }, pieces).catch(lost);
      if ('error' in outcome) throw errorOf(outcome.error);
      return outcome.result;
    } finally {
      this.openBytes -= size;
    }
  }

  /** Called when every request is answered or given up. */
  close(): Promise<void> {
    return this.#thread.close(CLOSE);
  }
}

/** A small Buffer shares its memory with others, which must stay where it is. */
function memoryOf(piece: Buffer): ArrayBuffer {
  const isAlone = piece.byteLength === piece.buffer.byteLength;
  return (isAlone ? piece.buffer : new Uint8Array(piece).buffer) as ArrayBuffer;
}

function lost({ cause }: Error): never {
  throw new IngestError('INTERNAL', 'What stores spans ended and begins anew; send again.', { cause });
}
