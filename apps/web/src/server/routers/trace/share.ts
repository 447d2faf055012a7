// The procedures of a share link, with the same names and shapes as those of the trace page, so that one page works
// with both. Procedures that a link never offers are here, too, and refuse: raw spans, the context and the conversation
// contain more than the chosen kinds.
import {
  answersAmong,
  callPreviews,
  callText,
  streamingCalls,
  spanReceipt,
  traceSummary,
  traceVersion,
} from '@subtext/db';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { skeletonOf } from '../../trpc/kept-skeletons.ts';
import {
  callTextKey,
  kindOf,
  NOT_SHARED_TEXT,
  sharedCuts,
  sharedGrowing,
  sharedPreview,
  sharedSummary,
} from '../../share/share-filter.ts';
import { notShared, shareProcedure, shareRouterOf } from '../../share/share.ts';
import { rowPreview } from '../../trace/row-preview.ts';
import { wholeSpan, wholeSpans } from '../../trace/whole-spans.ts';
import type { AppRouter } from '../index.ts';
import { GROWING_SPANS, MAX_FOUND, MAX_ROWS, OPENING_SPANS, PREVIEW_KEYS, TEXT_PIECE, WORDS } from './trace.ts';
import { notFound, OF_SPAN, PIECE_CHARACTERS } from './trace-procedure.ts';

/** Resolves a short span id to the whole one. Other inputs are parsed after this. */
const ofSpan = shareProcedure.input(OF_SPAN).use(async ({ ctx, input, next }) => {
  const spanId = await wholeSpan(ctx.sql, ctx.key, input.spanId);
  return next({ input: { ...input, spanId } });
});
const refused = (what: string) => shareProcedure.query((): never => raise(notShared(what)));

export const shareRouter = shareRouterOf({
  trace: shareRouterOf({
    summary: shareProcedure.query(async ({ ctx }) => {
      const summary = await traceSummary(ctx.sql, ctx.key);
      return summary ? sharedSummary(summary, ctx.shows) : raise(notFound('There is no such trace any more.'));
    }),

    skeleton: shareProcedure.query(async ({ ctx, signal }) => {
      const version = await traceVersion(ctx.sql, ctx.key);
      const wanted = { version, mostSpans: MAX_ROWS, opening: OPENING_SPANS, shows: ctx.shows, signal };
      const { rows, spans, stored, capped } = await skeletonOf(ctx.reads, ctx.key, wanted);
      // Links lead to other traces.
      return { rows, spans, stored, capped, links: [] };
    }),

    previews: shareProcedure.input(PREVIEW_KEYS).query(async ({ ctx, input }) => {
      const calls = await wholeSpans(ctx.sql, ctx.key, input.calls);
      const [previews, answers] = await Promise.all([
        callPreviews(ctx.sql, ctx.key, calls),
        answersAmong(ctx.sql, ctx.key, calls),
      ]);
      const said = new Set(answers.map(callTextKey));
      return previews.map((one) => rowPreview(sharedPreview(one, said.has(callTextKey(one)), ctx.shows)));
    }),

    growing: shareProcedure.input(GROWING_SPANS).query(async ({ ctx, input: { spans } }) => {
      const asked = await wholeSpans(ctx.sql, ctx.key, spans);
      const { projectId, traceId } = ctx.key;
      const ids = asked.map(({ spanId }) => ({ traceId, spanId }));
      const found = await streamingCalls(ctx.sql, projectId, ids);
      return { at: Date.now(), spans: found.map((span) => sharedGrowing(span, ctx.shows)) };
    }),

    text: ofSpan.input(TEXT_PIECE).query(async ({ ctx, input }) => {
      const isAnswer = input.field === 'arguments' && (await answersAmong(ctx.sql, ctx.key, [input])).length > 0;
      if (!ctx.shows[kindOf(input.field, isAnswer)]) return NOT_SHARED_TEXT;
      return (await callText(ctx.sql, ctx.key, { ...input, length: PIECE_CHARACTERS })) ?? null;
    }),

    receipt: ofSpan.query(async ({ ctx, input }) => {
      const receipt = await spanReceipt(ctx.sql, ctx.key, input.spanId);
      return receipt ?? raise(notFound('There is no such span in this trace.'));
    }),

    cuts: ofSpan.query(async ({ ctx, input: { spanId }, signal }) =>
      sharedCuts(await ctx.reads.value('cuts', ctx.key, { input: { spanId }, signal }), ctx.shows),
    ),

    /** Hidden texts are not searched, or a search would reveal them letter by letter. */
    find: shareProcedure
      .input(WORDS)
      .query(({ ctx, input: { words }, signal }) =>
        ctx.reads.value('found', ctx.key, { input: { words, limit: MAX_FOUND, among: ctx.shows }, signal }),
      ),

    /** Hints on getting more thinking are only for the operator of the agent. */
    hint: shareProcedure.query(() => null),

    opening: refused('A part of the skeleton'),
    around: refused('What is beyond a page'),
    beyond: refused('What is beyond a page'),
    payload: refused('Spans as they were sent'),
    evidence: refused('What the checks found'),
    findings: refused('What the checks found'),
    seen: refused('What was in context'),
    seenText: refused('What was in context'),
    answerMedia: refused('What was in context'),
    mediaBytes: refused('What was in context'),
    conversation: refused('The conversation'),
    fork: refused('The conversation'),
  }),
});

function raise(error: Error): never {
  throw error;
}

// Checked by the compiler: the page finds the same procedures, with the same inputs and outputs.
type Fits<Value extends Shape, Shape> = Value;
type Shared = typeof shareRouter;
export type SharedOutputs = Fits<inferRouterOutputs<Shared>['trace'], inferRouterOutputs<AppRouter>['trace']>;
export type SharedInputs = Fits<inferRouterInputs<AppRouter>['trace'], inferRouterInputs<Shared>['trace']>;
