/** Options of a reader besides the body. */
export interface ReadOptions {
  /** The body was cut by the caller or the network: what had arrived is the result. */
  incomplete?: boolean;
  /** Model of the request, for hosts whose response names none. */
  requestModel?: string;
}
