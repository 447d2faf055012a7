// The response to a refused request.

export interface Refusal {
  status: number;
  /** A sentence that says what happened and what to do. */
  message: string;
  headers?: Readonly<Record<string, string>>;
}

/** For programs and browsers alike; the reason is the whole body. */
export const refusalHeaders = ({ headers }: Refusal): Record<string, string> => ({
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  ...headers,
});
