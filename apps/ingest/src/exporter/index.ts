/** What turns export requests into committed rows: in this thread, or in threads of their own (threads.ts). */
import { createObservedWriteBatch, poolState, type PoolState, type StoredRules } from '@subtext/db';
import { batcher } from '../batcher.ts';
import { openDatabase } from '../database.ts';
import type { Observe } from '../metrics/observation.ts';
import type { ExportRequest } from '../reading.ts';
import { policyOf } from '../policy/index.ts';
import { exportRequest, type ExportResult } from './export-request.ts';

export type { ExportResult } from './export-request.ts';

/** Plain data: it can go to another thread. `rules`: as they are stored; null = everything is stored as it comes. */
export type Delivery = Omit<ExportRequest, 'policy' | 'body'> & {
  /** The body, in the pieces in which it came. */
  pieces: readonly Buffer[];
  rules: StoredRules | null;
};

export interface Exporter {
  /** Resolves after the commit. Rejects with an IngestError. The bytes of the body are the exporter's: nobody reads them afterwards. */
  export(delivery: Delivery): Promise<ExportResult>;
  /** How things stand now, an entry for each thread that stores; of one that is too busy to say, what it said last. */
  figures(): Promise<ExporterFigures[]>;
  /** Stores what it has begun, then lets go of the database. */
  close(): Promise<void>;
}

export interface ExporterFigures {
  /** Spans that wait or are being written. */
  queuedSpans: number;
  pool: PoolState;
  /** Absent where the exporter has no thread of its own. */
  thread?: {
    /** The longest since the last question; seconds. */
    eventLoopDelay: number;
    heapUsedBytes: number;
  };
}

export interface ExporterOptions {
  databaseUrl: string;
  queueSpans: number;
  /** Transactions at a time. */
  writers: number;
}

/** Writers must wait neither for prices nor for quarantine. */
const FURTHER_CONNECTIONS = 2;

const joined = (pieces: readonly Buffer[]): Buffer => (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));

/** An exporter that reads and stores in the thread that calls it; threads.ts has one with threads of its own. */
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
