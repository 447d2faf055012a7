/** What turns export requests into committed rows: in this thread, or in threads of their own (threads.ts). */
import { connect, createWriteBatch, type StoredRules } from '@subtext/db';
import { batcher } from '../batcher.ts';
import type { ExportRequest } from '../reading.ts';
import { policyOf } from '../policy/index.ts';
import { exportRequest, type ExportResult } from './export-request.ts';

export type { ExportResult } from './export-request.ts';

/** Plain data: it can go to another thread. `rules`: as they are stored; null = everything is stored as it comes. */
export type Delivery = Omit<ExportRequest, 'policy'> & { rules: StoredRules | null };

export interface Exporter {
  /** Resolves after the commit. Rejects with an IngestError. The bytes of the body are the exporter's: nobody reads them afterwards. */
  export(delivery: Delivery): Promise<ExportResult>;
  /** Stores what it has begun, then lets go of the database. */
  close(): Promise<void>;
}

export interface ExporterOptions {
  databaseUrl: string;
  queueSpans: number;
  /** Transactions at a time. */
  writers: number;
}

/** Nobody waits longer than nine seconds for an answer; a statement that is at work must not be taken for a dead one. */
export const DATABASE_SILENCE_MS = 30_000;
/** Writers must wait neither for prices nor for quarantine. */
const FURTHER_CONNECTIONS = 2;

/** In the thread that calls. */
export function exporterHere({ databaseUrl, queueSpans, writers }: ExporterOptions): Exporter {
  const sql = connect(databaseUrl, {
    max: writers + FURTHER_CONNECTIONS,
    applicationName: 'subtext ingest',
    statementTimeoutMs: DATABASE_SILENCE_MS,
    silenceMs: DATABASE_SILENCE_MS,
  });
  const batches = batcher(createWriteBatch(sql), { queueSpans, writers });
  return {
    export: ({ rules, ...request }) =>
      exportRequest({ ...request, policy: policyOf(rules) }, { batcher: batches, sql }),
    async close() {
      await batches.idle();
      await sql.end({ timeout: 1 });
    },
  };
}
