/** Why a span or log record is quarantined, decided where it is refused. */

/** Few values, since they are labels of a metric. */
export const QUARANTINE_KINDS = ['trace_id', 'span_id', 'parent_span_id', 'time', 'unreadable', 'database'] as const;

export type QuarantineKind = (typeof QUARANTINE_KINDS)[number];

export interface QuarantineReason {
  kind: QuarantineKind;
  /** For people; it may name an error of the database. */
  sentence: string;
}

/** The reason of an item that could not be read at all. */
export const unreadableReason = (error: unknown): QuarantineReason => ({
  kind: 'unreadable',
  sentence: `it could not be read (${(error as Error).name})`,
});
