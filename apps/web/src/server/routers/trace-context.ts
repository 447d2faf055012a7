// What a model had in context at a step, and the conversation up to it for whoever goes on from there.
import { tracePayloads } from '@subtext/db';
import * as z from 'zod';
import { bodyAsJson } from '../trace/body-as-json.ts';
import { buildConversation } from '../trace/conversation.ts';
import { CONVERSATION_CHOICES } from '../trace/conversation-input.ts';
import { cutsOf } from '../trace/lacks.ts';
import { openPayload } from '../trace/payload.ts';
import { seenText } from '../trace/seen-text.ts';
import { seenBy } from '../trace/seen.ts';
import { notFound, OFFSET, PIECE_CHARACTERS, spanProcedure } from './trace-procedure.ts';

const MOST_THOUGHTS = 500;
const MOST_NOTES = 200;
const INDEX = z.int().min(0).max(1_000_000);

export const contextProcedures = {
  seen: spanProcedure.input(z.object({ offset: INDEX })).query(async ({ ctx, input }) => {
    const seen = await seenBy(ctx.sql, ctx.key, input);
    return seen ?? Promise.reject(notFound('There is no such model call in this trace.'));
  }),

  seenText: spanProcedure
    .input(
      z.object({
        section: z.enum(['system', 'tool', 'message']),
        index: INDEX,
        part: INDEX,
        offset: OFFSET,
      }),
    )
    .query(({ ctx, input }) => seenText(ctx.sql, ctx.key, { ...input, length: PIECE_CHARACTERS })),

  /** Which texts of a span were cut when they were captured, and how much of each is kept. */
  cuts: spanProcedure.query(async ({ ctx, input: { spanId } }) => {
    const body = (await tracePayloads(ctx.sql, ctx.key, [spanId])).get(spanId);
    const payload = body === undefined ? undefined : openPayload(body);
    return payload ? cutsOf(spanId, payload) : [];
  }),

  /** All about it and its beginning; the whole of it is a download. */
  conversation: spanProcedure.input(CONVERSATION_CHOICES).query(async ({ ctx, input }) => {
    const built = await buildConversation(ctx.sql, ctx.key, input);
    if (!built) throw notFound('There is no such model call in this trace.');
    const { request, notes, thoughts, ...rest } = built;
    let characters = 0;
    let preview = '';
    for (const piece of bodyAsJson(request.body)) {
      if (preview.length < PIECE_CHARACTERS) preview += piece.slice(0, PIECE_CHARACTERS - preview.length);
      characters += piece.length;
    }
    return {
      ...rest,
      notes: notes.slice(0, MOST_NOTES),
      thoughts: thoughts.slice(-MOST_THOUGHTS),
      thoughtCount: thoughts.length,
      messages: request.messages.length,
      characters,
      preview: preview.toWellFormed(),
    };
  }),
};
