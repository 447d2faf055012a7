/**
 * Exporters in separate threads, each with its own connections: reading spans is most of the work of ingest, and one
 * Node thread is not enough for it. The thread that takes requests stays free for answers and health checks. When a
 * thread ends, its open requests fail (their senders retry) and another thread replaces it.
 */
import { QuestionThread } from '../question-thread.ts';
import { IngestError } from '../errors.ts';
import type { Observe } from '../metrics/observation.ts';
import { within } from '../within.ts';
import type { Delivery, Exporter, ExporterFigures, ExporterOptions, ExportResult } from './index.ts';
import { CLOSE, errorOf, type Observed, type Outcome, type Question } from './messages.ts';

const THREAD = new URL('./thread.ts', import.meta.url);

export interface ThreadSetup {
  /** Called in this thread with the observations of all threads, so that figures outlive a thread. */
  observe: Observe;
  /** The file that the threads run. */
  file?: URL;
}

/** An exporter that passes each request to one of `count` threads. */
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

/** Average size of a piece: smaller pieces are merged before they are transferred. */
const LEAST_PIECE_BYTES = 4 * 1024;

/** A thread busy with a huge request is not waited for. */
const FIGURES_WITHIN_MS = 500;
const IDLE: ExporterFigures = { queuedSpans: 0, pool: { size: 0, inUse: 0, waiting: 0 } };

class ExporterThread {
  readonly #thread: QuestionThread<Question, Outcome>;
  #lastFigures = IDLE;
  /** Bytes of requests without an answer. */
  openBytes = 0;

  constructor(options: ExporterOptions, { observe, file = THREAD }: ThreadSetup) {
    this.#thread = new QuestionThread(file, options, {
      onMessage: (message) => observe((message as Observed).observation),
      // Its queue and its connections ended with it.
      onEnd: () => (this.#lastFigures = IDLE),
    });
    this.#thread.begin();
  }

  async figures(): Promise<ExporterFigures> {
    try {
      const answer = await within(FIGURES_WITHIN_MS, this.#thread.ask({ figures: true }), () => new Error('too busy'));
      if ('figures' in answer) this.#lastFigures = answer.figures;
    } catch {
      // Its last figures are the best available.
    }
    return this.#lastFigures;
  }

  async export(delivery: Delivery): Promise<ExportResult> {
    const size = delivery.pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
    // Transferred memory need not be garbage-collected here, but each piece has a cost.
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

  /** Resolves when every request is answered or has failed. */
  close(): Promise<void> {
    return this.#thread.close(CLOSE);
  }
}

/** A small Buffer shares its memory with others, so that memory must not be transferred. */
function memoryOf(piece: Buffer): ArrayBuffer {
  const isAlone = piece.byteLength === piece.buffer.byteLength;
  return (isAlone ? piece.buffer : new Uint8Array(piece).buffer) as ArrayBuffer;
}

function lost({ cause }: Error): never {
  throw new IngestError('INTERNAL', 'What stores spans ended and begins anew; send again.', { cause });
}
