/** What names a trace, or a description of a call in it. */

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
