// Logs an internal error under the request id that the browser received.
import type { TRPCError } from '@trpc/server';

interface FailedProcedure {
  error: TRPCError;
  path: string | undefined;
  ctx: { requestId: string } | undefined;
}

export function logError({ error, path, ctx }: FailedProcedure): void {
  if (error.code !== 'INTERNAL_SERVER_ERROR') return;
  const { requestId } = ctx ?? {};
  console.error(
    JSON.stringify({ level: 'error', requestId, path, error: String(error.cause ?? error), stack: error.stack }),
  );
}
