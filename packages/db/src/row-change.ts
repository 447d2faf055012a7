/** What becomes of a stored row of a trace. */
export interface RowChange {
  projectId: string;
  day: string;
  traceId: string;
  spanId: string;
  /** It counted, or named another: this one counts in its place. null = as it is. */
  duplicateOf: string | null;
  /** Its calls are described by another row. */
  isSilenced: boolean;
  /** Of a log record: the span it tells of. */
  attachedTo: string | null;
}
