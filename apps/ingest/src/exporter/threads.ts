/**
 * Exporters in threads of their own, each with its connections: reading spans is most of what ingest does, and one thread of Node is not enough
 * for it. The thread that takes requests stays free for answers and health, whatever is in a body. A thread that ends takes its open requests
 * with it (their senders try again) and another one takes its place.
 */
import { AskedThread } from '../asked-thread.ts';
import { IngestError } from '../errors.ts';
import type { Observe } from '../metrics/observation.ts';
import { within } from '../within.ts';
import type { Delivery, Exporter, ExporterFigures, ExporterOptions, ExportResult } from './index.ts';
import { CLOSE, errorOf, type Observed, type Outcome, type Question } from './messages.ts';

const THREAD = new URL('./thread.ts', import.meta.url);

export interface ThreadSetup {
  /** Called in this thread with what any of them observes, so that figures outlive a thread. */
  observe: Observe;
  /** What runs in the threads. */
  file?: URL;
}

/** An exporter that hands each request to one of `count` threads. */
export function exporterThreads(count: number, options: ExporterOptions, setup: ThreadSetup): Exporter {
  const threads = Array.from({ length: count }, () => new ExporterThread(options, setup));
  return {
    export(delivery) {
      const least = threads.reduce((free, thread) => (thread.openBytes < free.openBytes ? thread : free));
      return least.export(delivery);
    },
    figures: () => Promise.all(threads.map((thread) => thread.figures())),
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

/** On average: smaller ones are put together before they are handed over. */
const LEAST_PIECE_BYTES = 4 * 1024;

/** A thread that reads a huge request is not waited for. */
const FIGURES_WITHIN_MS = 500;
const IDLE: ExporterFigures = { queuedSpans: 0, pool: { size: 0, inUse: 0, waiting: 0 } };

class ExporterThread {
  readonly #thread: AskedThread<Question, Outcome>;
  #lastFigures = IDLE;
  /** Of requests that are not answered. */
  openBytes = 0;

  constructor(options: ExporterOptions, { observe, file = THREAD }: ThreadSetup) {
    this.#thread = new AskedThread(file, options, {
      onMessage: (message) => observe((message as Observed).observation),
      // Its queue and its connections are gone with it.
      onEnd: () => (this.#lastFigures = IDLE),
    });
    this.#thread.begin();
  }

  async figures(): Promise<ExporterFigures> {
    try {
      const answer = await within(FIGURES_WITHIN_MS, this.#thread.ask({ figures: true }), () => new Error('too busy'));
      if ('figures' in answer) this.#lastFigures = answer.figures;
    } catch {
      // What it said last is the best there is.
    }
    return this.#lastFigures;
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
      return (outcome as { result: ExportResult }).result;
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
