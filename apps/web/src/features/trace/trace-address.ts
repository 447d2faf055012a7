// Which trace of which project a page shows.
export interface TraceAddress {
  project: string;
  trace: string;
}
