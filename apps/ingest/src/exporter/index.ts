/** Turns export requests into committed rows: in this thread, or in separate threads (threads.ts). */
import { createObservedWriteBatch, poolState, type PoolState, type StoredRules } from '@subtext/db';
import { batcher } from '../store/batcher.ts';
import { openDatabase } from '../store/database.ts';
import type { Observe } from '../metrics/observation.ts';
import type { ExportRequest } from '../read/reading.ts';
import { policyOf } from '../policy/index.ts';
import { exportRequest, type ExportResult } from './export-request.ts';

export type { ExportResult } from './export-request.ts';

/** Plain data, so it can be sent to another thread. `rules`: as stored; null = everything is stored unchanged. */
export type Delivery = Omit<ExportRequest, 'policy' | 'body'> & {
  /** The body, in the pieces in which it arrived. */
  pieces: readonly Buffer[];
  rules: StoredRules | null;
};

export interface Exporter {
  /**
   * Resolves after the commit. Rejects with an IngestError. The exporter takes over the bytes of the body: nothing else
   * may read them afterwards.
   */
  export(delivery: Delivery): Promise<ExportResult>;
  /** The current state, one entry per storing thread; a thread too busy to answer repeats its last entry. */
  figures(): Promise<ExporterFigures[]>;
  /** Stores what it has begun, then closes the database connections. */
  close(): Promise<void>;
}

export interface ExporterFigures {
  /** Spans that are queued or being written. */
  queuedSpans: number;
  pool: PoolState;
  /** Absent where the exporter has no separate thread. */
  thread?: {
    /** The longest delay since the last question; seconds. */
    eventLoopDelay: number;
    heapUsedBytes: number;
  };
}

export interface ExporterOptions {
  databaseUrl: string;
  queueSpans: number;
  /** Maximum number of concurrent transactions. */
  writers: number;
}

/** Connections for prices and quarantine, so that writers never wait for them. */
const FURTHER_CONNECTIONS = 2;

const joined = (pieces: readonly Buffer[]): Buffer => (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));

/** An exporter that reads and stores in the calling thread; threads.ts has one with separate threads. */
export function exporterHere({ databaseUrl, queueSpans, writers }: ExporterOptions, observe: Observe): Exporter {
  const sql = openDatabase(databaseUrl, writers + FURTHER_CONNECTIONS);
  const batches = batcher(createObservedWriteBatch(sql), { queueSpans, writers, observe });
  return {
    export: ({ rules, pieces, ...request }) =>
      exportRequest({ ...request, body: joined(pieces), policy: policyOf(rules) }, { batcher: batches, sql, observe }),
    figures: () => Promise.resolve([{ queuedSpans: batches.queued, pool: poolState(sql) }]),
    async close() {
      await batches.idle();
      await sql.end({ timeout: 1 });
    },
  };
}
