/** Refused because too many requests of a project wait or run; the same request succeeds later. */
import { TRPCError } from '@trpc/server';

const MESSAGE = 'Many requests of this project are running. Try again in a few seconds.';

export class BusyError extends TRPCError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super({ code: 'TOO_MANY_REQUESTS', message: MESSAGE });
    this.name = 'BusyError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Seconds after which a failed request may be sent again; undefined when it failed for another reason. */
export const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof BusyError ? error.retryAfterSeconds : undefined;

/** For a batch of procedures with at least one such error. */
export function retryAfterHeader(errors: readonly unknown[]): { 'retry-after'?: string } {
  const seconds = errors.map(retryAfterOf).find((one) => one !== undefined);
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}
