/**
 * What the exporter says of its work, for metrics: plain data, since it may come from a thread. Names and texts of
 * users are never in it.
 */
import type { Commit } from '@subtext/db';
import type { QuarantineKind } from '../quarantine/quarantine-reason.ts';

export interface ItemCounts {
  /** Spans, and log records that are read as spans of their own. */
  spans: number;
  logRecords: number;
}

export type RejectionReason = 'no_trace' | 'queue_full' | 'project_too_fast' | 'database_unavailable';

export type Observation =
  | { type: 'committed'; commit: Commit }
  /** Stored before, and the same now. */
  | { type: 'duplicates'; items: ItemCounts }
  | { type: 'quarantined'; reason: QuarantineKind; items: ItemCounts }
  /** Neither stored nor quarantined. */
  | { type: 'rejected'; reason: RejectionReason; items: ItemCounts };

export type Observe = (observation: Observation) => void;
