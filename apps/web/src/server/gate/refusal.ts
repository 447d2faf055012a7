// What a request that is not let in is answered with.

export interface Refusal {
  status: number;
  /** What happened and what to do, as a sentence. */
  message: string;
  headers?: Readonly<Record<string, string>>;
}

/** For programs and people alike; the reason is the whole body. */
export const refusalHeaders = ({ headers }: Refusal): Record<string, string> => ({
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  ...headers,
});
