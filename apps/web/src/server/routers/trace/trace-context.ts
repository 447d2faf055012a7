// What a model had in context at a step, and the conversation up to it, from which a run can be continued.
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { CONVERSATION_CHOICES } from '../../trace/conversation/conversation-input.ts';
import { LARGE_READ, notFound, OFFSET, PIECE_CHARACTERS, spanProcedure } from './trace-procedure.ts';

const INDEX = z.int().min(0).max(1_000_000);
const NO_MODEL_CALL = 'There is no such model call in this trace.';
const TOO_LONG_TO_FORK = 'More than 2,000 model calls come before this step: a run is forked up to that many.';

export const contextProcedures = {
  seen: spanProcedure
    .meta(LARGE_READ)
    .input(z.object({ offset: INDEX }))
    .query(async ({ ctx, input, signal }) => {
      const { spanId, offset } = input;
      const seen = await ctx.reads.value('seen', ctx.key, { input: { spanId, offset }, signal });
      return seen ?? Promise.reject(notFound(NO_MODEL_CALL));
    }),

  seenText: spanProcedure
    .meta(LARGE_READ)
    .input(
      z.object({
        section: z.enum(['system', 'tool', 'message']),
        index: INDEX,
        part: INDEX,
        offset: OFFSET,
      }),
    )
    .query(({ ctx, input, signal }) => {
      const { spanId, section, index, part, offset } = input;
      const piece = { spanId, section, index, part, offset, length: PIECE_CHARACTERS };
      return ctx.reads.value('seenText', ctx.key, { input: piece, signal });
    }),

  /** The media that the model made, without their bytes. */
  answerMedia: spanProcedure
    .meta(LARGE_READ)
    .query(({ ctx, input: { spanId }, signal }) =>
      ctx.reads.value('answerMedia', ctx.key, { input: { spanId }, signal }),
    ),

  /** One image or recording; null where its bytes are not kept or may not be shown. */
  mediaBytes: spanProcedure
    .meta(LARGE_READ)
    .input(z.object({ from: z.enum(['request', 'answer']), index: INDEX, part: INDEX, item: INDEX }))
    .query(({ ctx, input, signal }) => {
      const { spanId, from, index, part, item } = input;
      return ctx.reads.value('mediaBytes', ctx.key, { input: { spanId, from, index, part, item }, signal });
    }),

  /** The texts of a span that were cut at capture, and how much of each is kept. */
  cuts: spanProcedure
    .meta({ ...LARGE_READ, texts: 'none' })
    .query(({ ctx, input: { spanId }, signal }) => ctx.reads.value('cuts', ctx.key, { input: { spanId }, signal })),

  /** The facts and the beginning of the conversation; the whole is a download. */
  conversation: spanProcedure
    .meta(LARGE_READ)
    .input(CONVERSATION_CHOICES.extend({ offset: OFFSET.optional() }))
    .query(async ({ ctx, input, signal }) => {
      const conversation = await ctx.reads.value('conversation', ctx.key, { input, signal });
      return conversation ?? Promise.reject(notFound(NO_MODEL_CALL));
    }),

  /** The recorded model calls up to one of them, with which a fork is answered: a page of them, from a position. */
  fork: spanProcedure
    .meta(LARGE_READ)
    .input(z.object({ from: INDEX }))
    .query(async ({ ctx, input: { spanId, from }, signal }) => {
      const page = await ctx.reads.value('fork', ctx.key, { input: { spanId, from }, signal });
      if (page === 'too long') throw new TRPCError({ code: 'BAD_REQUEST', message: TOO_LONG_TO_FORK });
      return page ?? Promise.reject(notFound(NO_MODEL_CALL));
    }),
};
