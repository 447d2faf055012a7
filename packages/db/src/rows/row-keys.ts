/** Keys of a trace, and of a described call in it. */

export interface TraceKey {
  projectId: string;
  /** 32 hex digits. */
  traceId: string;
}

export interface CallKey {
  /** 16 hex digits. */
  spanId: string;
  index: number;
}
