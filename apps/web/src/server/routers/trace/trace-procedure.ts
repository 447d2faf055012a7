// The base of all procedures for one trace: the gate, and the key of the trace.
import { currentKeyOf } from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { recordTextsRead } from '../../audit/reading.ts';
import { SPAN_NAME, TRACE_ID } from '../../trpc/inputs.ts';
import { projectProcedure } from '../../trpc/trpc.ts';
import { wholeSpan } from '../../trace/whole-spans.ts';

const TRACE = z.object({ trace: TRACE_ID });
export const OF_SPAN = z.object({ spanId: SPAN_NAME });
export const OFFSET = z.int().min(0).max(2_000_000_000);
export const PIECE_CHARACTERS = 64_000;

export const notFound = (what: string) => new TRPCError({ code: 'NOT_FOUND', message: what });

/** Links to a trace that became a part of another one lead there. */
export const traceProcedure = projectProcedure
  .meta({ isOfTrace: true })
  .input(TRACE)
  .use(async ({ ctx, input, meta, type, next }) => {
    const key = await currentKeyOf(ctx.sql, { projectId: ctx.project.id, traceId: input.trace });
    if (type === 'query' && ctx.readsTexts && meta?.texts !== 'none') await recordTextsRead(ctx.sql, key, ctx.actor);
    return next({ ctx: { ...ctx, key } });
  });

/** For what a reader may read (large-reads/). */
export const LARGE_READ = { isLargeRead: true } as const;

/** Resolves a short span id to the whole one. Other inputs are parsed after this. */
export const spanProcedure = traceProcedure.input(OF_SPAN).use(async ({ ctx, input, next }) => {
  const spanId = await wholeSpan(ctx.sql, ctx.key, input.spanId);
  return next({ input: { ...input, spanId } });
});
