// What every question about one trace begins with: the gate, and the key of the trace.
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { TRACE_ID } from '../inputs.ts';
import { projectProcedure } from '../trpc.ts';

const TRACE = z.object({ trace: TRACE_ID });
export const OFFSET = z.int().min(0).max(2_000_000_000);
export const PIECE_CHARACTERS = 64_000;

export const notFound = (what: string) => new TRPCError({ code: 'NOT_FOUND', message: what });

export const traceProcedure = projectProcedure
  .input(TRACE)
  .use(({ ctx, input, next }) => next({ ctx: { ...ctx, key: { projectId: ctx.project.id, traceId: input.trace } } }));
