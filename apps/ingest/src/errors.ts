/** All ways in which a request can fail, with the message for the sender. Exporters retry only on 429 and 503. */

/** `code`: of google.rpc.Status. `retryAfter`: seconds; short, since exporters give up after ten. */
export const ERRORS = {
  MALFORMED_OTLP: { status: 400, code: 3 },
  NO_API_KEY: { status: 401, code: 16 },
  UNKNOWN_API_KEY: { status: 401, code: 16 },
  KEY_WITHOUT_SCOPE: { status: 403, code: 7 },
  PROJECT_CLOSED: { status: 403, code: 7 },
  NO_SUCH_PATH: { status: 404, code: 5 },
  BODY_TOO_LARGE: { status: 413, code: 8 },
  UNSUPPORTED_TYPE: { status: 415, code: 3 },
  // UNIMPLEMENTED is gRPC's code for a compression that the server does not support.
  UNSUPPORTED_ENCODING: { status: 415, code: 12 },
  PROJECT_TOO_FAST: { status: 429, code: 8, retryAfter: 2 },
  OVERLOADED: { status: 503, code: 14, retryAfter: 2 },
  DATABASE_AWAY: { status: 503, code: 14, retryAfter: 3 },
  SHUTTING_DOWN: { status: 503, code: 14, retryAfter: 3 },
  // Our own fault. 503, not 500: the sender keeps the spans and retries, and nothing is lost if the fault passes.
  INTERNAL: { status: 503, code: 13, retryAfter: 5 },
} as const satisfies Record<string, { status: number; code: number; retryAfter?: number }>;

export type ErrorKind = keyof typeof ERRORS;

/** `message` is sent to the client: it says what is wrong and what to do, and holds none of the request's contents. */
export class IngestError extends Error {
  override name = 'IngestError';
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export const databaseAway = (cause: unknown): IngestError =>
  new IngestError('DATABASE_AWAY', 'The database cannot be reached; send again.', { cause });
