// What a client with a key learns of an error: a sentence, and for errors inside the id under which the log has the rest.
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import * as z from 'zod';
import { retryAfterOf } from '../large-reads/busy-error.ts';
import { logError } from '../trpc/log-error.ts';
import { isAway, reasonOf } from '../trpc/trpc.ts';

export interface Failure {
  status: number;
  message: string;
  /** Seconds; undefined = the same request would fail again. */
  retryAfter?: number | undefined;
}

export const isFailure = (answer: object): answer is Failure => 'message' in answer && 'status' in answer;

/** Logs what went wrong inside. */
export function failureOf(cause: unknown, { path, requestId }: { path: string; requestId: string }): Failure {
  const wrong = cause instanceof TRPCError ? cause.cause : cause;
  if (wrong instanceof z.ZodError) return { status: 400, message: z.prettifyError(wrong) };
  const error =
    cause instanceof TRPCError
      ? cause
      : new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: String(cause), cause });
  logError({ error, path, ctx: { requestId } });
  const retryAfter = retryAfterOf(error);
  if (retryAfter !== undefined) return { status: 429, message: error.message, retryAfter };
  const status = isAway(error.cause) ? 503 : getHTTPStatusCodeFromError(error);
  return { status, message: status >= 500 ? `${reasonOf(error)} (request ${requestId})` : error.message };
}
