// The trace that a page shows, and its project.
export interface TraceAddress {
  project: string;
  trace: string;
}
