/** The change to make to a stored span row of a trace. */
export interface RowChange {
  projectId: string;
  day: string;
  traceId: string;
  spanId: string;
  /** The span that now counts instead of this one. null = unchanged. */
  duplicateOf: string | null;
  /** Another row describes its calls. */
  isSilenced: boolean;
  /** For a log record: the span that it describes. */
  attachedTo: string | null;
}
