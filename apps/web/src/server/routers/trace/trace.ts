// One trace: its totals, its skeleton without texts, previews for visible rows, and texts by id, a piece at a time.
import {
  callPreviews,
  callText,
  streamingCalls,
  spanReceipt,
  traceAround,
  traceRest,
  traceLinks,
  traceOpening,
  traceSummary,
  traceVersion,
  type TraceSummary,
} from '@subtext/db';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { withoutNul } from '../../trpc/inputs.ts';
import { encodeSkeleton, SKELETON_FORMAT } from '../../../lib/skeleton/skeleton.ts';
import {
  NO_TEXT_SHOWN,
  NOT_SHARED_TEXT,
  sharedGrowing,
  sharedPreview,
  sharedSummary,
} from '../../share/share-filter.ts';
import { skeletonOf } from '../../trpc/kept-skeletons.ts';
import { rowPreview } from '../../trace/row-preview.ts';
import { stepHint } from '../../trace/step-hint.ts';
import { router } from '../../trpc/trpc.ts';
import { wholeSpans } from '../../trace/whole-spans.ts';
import { contextProcedures } from './trace-context.ts';
import { evidenceProcedures } from './trace-evidence.ts';
import { LARGE_READ, notFound, OFFSET, PIECE_CHARACTERS, spanProcedure, traceProcedure } from './trace-procedure.ts';

/** Spans (and call rows) that a page loads; it says how many are not loaded. */
export const MAX_ROWS = 100_000;
/** Spans that are sent with the page: all of most traces, and more than a screen of a long one. */
export const OPENING_SPANS = 300;
/** Calls whose texts are sent with the page: about two screens. */
const OPENING_TEXTS = 60;
/** Rows before the linked span, and from it on. */
const ROWS_AROUND = 500;
const BEYOND = { parts: 5, mostFailed: 10 };
/** As many `span.index` as fit into one URL. */
const KEYS = z
  .string()
  .max(2600)
  .regex(/^[\da-f]{8}(?:[\da-f]{8})?\.\d{1,6}(,[\da-f]{8}(?:[\da-f]{8})?\.\d{1,6})*$/)
  .transform((keys) =>
    keys.split(',').map((key) => {
      const [spanId = '', index] = key.split('.');
      return { spanId, index: Number(index) };
    }),
  );
export const PREVIEW_KEYS = z.object({ calls: KEYS });
/** Names of spans, as many as a page requests at once. */
export const GROWING_SPANS = z.object({
  spans: z
    .string()
    .regex(/^[\da-f]{8}(?:[\da-f]{8})?(?:,[\da-f]{8}(?:[\da-f]{8})?){0,31}$/)
    .transform((names) => names.split(',').map((spanId) => ({ spanId }))),
});
export const MAX_FOUND = 2000;
export const WORDS = z.object({
  words: z.string().trim().min(1).max(200).transform(withoutNul),
});

/** A piece of a text of a call. */
export const TEXT_PIECE = z.object({
  index: z.int().min(0).max(1_000_000),
  field: z.enum(['thought', 'preamble', 'arguments', 'result']),
  block: z.int().min(0).max(100_000),
  offset: OFFSET,
});

/** Placeholder for a skeleton that the browser already has; it is never read. */
const UNCHANGED_SKELETON = { rows: '', spans: 0, stored: 0, capped: false, links: [] };

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12);

type Described = Record<'describedBy' | 'callId', string | null>;

/** The first calls of model responses, and the other descriptions of the same calls, which may have their results. */
function firstCalls<Call extends Described>(calls: readonly Call[]): Call[] {
  const requested = calls.filter(({ describedBy }) => describedBy === 'generation').slice(0, OPENING_TEXTS);
  const ids = new Set(requested.map(({ callId }) => callId));
  const others = calls.filter((one) => one.describedBy !== 'generation' && one.callId !== null && ids.has(one.callId));
  return [...requested, ...others.slice(0, 2 * OPENING_TEXTS)];
}

/** What the member sees of texts; undefined = everything. */
const showsTo = ({ readsTexts }: { readsTexts: boolean }) => (readsTexts ? undefined : NO_TEXT_SHOWN);

/** The name and the input are texts. Who sent the trace, and how it is marked, is not. */
function summaryWithoutTexts(summary: TraceSummary): TraceSummary {
  const { sessionId, userId, environment, release, service, tags, metadata, bookmarked } = summary;
  const ofSender = { sessionId, userId, environment, release, service, tags, metadata, bookmarked };
  return { ...sharedSummary(summary, NO_TEXT_SHOWN), ...ofSender };
}

export const traceRouter = router({
  ...contextProcedures,
  ...evidenceProcedures,

  summary: traceProcedure.meta({ texts: 'withheld' }).query(async ({ ctx }) => {
    const summary = await traceSummary(ctx.sql, ctx.key);
    if (!summary) throw notFound('There is no such trace in this project.');
    return ctx.readsTexts ? summary : summaryWithoutTexts(summary);
  }),

  skeleton: traceProcedure.meta({ ...LARGE_READ, texts: 'withheld' }).query(async ({ ctx, signal }) => {
    // Read before the rows, because spans that are stored meanwhile make a new version.
    const version = await traceVersion(ctx.sql, ctx.key);
    const wanted = { version, mostSpans: MAX_ROWS, opening: OPENING_SPANS, shows: showsTo(ctx), signal };
    const read = () => skeletonOf(ctx.reads, ctx.key, wanted);
    // Links depend on other traces. Rows that the browser may already have are not loaded with them.
    const [links, first] = await Promise.all([
      traceLinks(ctx.sql, ctx.key),
      ctx.versioned?.mayBeKnown ? undefined : read(),
    ]);
    if (ctx.versioned?.isKnown(`${SKELETON_FORMAT}.${version}.${digest(links)}`)) return UNCHANGED_SKELETON;
    const { rows, spans, stored, capped } = first ?? (await read());
    return { rows, spans, stored, capped, links };
  }),

  /**
   * A skeleton of the first spans with the texts of their first calls: the data of the first paint.
   */
  opening: traceProcedure.query(async ({ ctx }) => {
    const { spans, calls, isWhole } = await traceOpening(ctx.sql, ctx.key, OPENING_SPANS);
    const first = firstCalls(calls);
    // A later skeleton has the links, because finding them in a long trace reads all of its calls.
    const [previews, links] = await Promise.all([
      callPreviews(ctx.sql, ctx.key, first),
      isWhole ? traceLinks(ctx.sql, ctx.key) : [],
    ]);
    const count = { spans: spans.length, stored: spans.length, capped: !isWhole };
    return { rows: encodeSkeleton({ spans, calls }), ...count, links, previews: previews.map(rowPreview) };
  }),

  /** The spans around a linked span outside the skeleton. */
  around: spanProcedure.query(async ({ ctx, input: { spanId } }) => {
    const { spans, calls } = await traceAround(ctx.sql, ctx.key, { spanId, count: ROWS_AROUND });
    return { rows: encodeSkeleton({ spans, calls }), spans: spans.length };
  }),

  /** Entry points after the last loaded span. */
  beyond: spanProcedure
    .meta({ texts: 'none' })
    .query(({ ctx, input: { spanId } }) => traceRest(ctx.sql, ctx.key, { spanId, ...BEYOND })),

  previews: traceProcedure
    .meta({ texts: 'withheld' })
    .input(PREVIEW_KEYS)
    .query(async ({ ctx, input: { calls } }) => {
      const previews = await callPreviews(ctx.sql, ctx.key, await wholeSpans(ctx.sql, ctx.key, calls));
      const shows = showsTo(ctx);
      // Every kind of text is hidden, so an answer and a call are treated alike.
      return previews.map((one) => rowPreview(shows ? sharedPreview(one, false, shows) : one));
    }),

  /**
   * The new parts of streaming answers. `at`: by this clock, so that a page can show how long they take.
   */
  growing: traceProcedure
    .meta({ texts: 'withheld' })
    .input(GROWING_SPANS)
    .query(async ({ ctx, input: { spans } }) => {
      const asked = await wholeSpans(ctx.sql, ctx.key, spans);
      const { projectId, traceId } = ctx.key;
      const ids = asked.map(({ spanId }) => ({ traceId, spanId }));
      const found = await streamingCalls(ctx.sql, projectId, ids);
      const shows = showsTo(ctx);
      return { at: Date.now(), spans: shows ? found.map((span) => sharedGrowing(span, shows)) : found };
    }),

  text: spanProcedure
    .meta({ texts: 'withheld' })
    .input(TEXT_PIECE)
    .query(async ({ ctx, input }) => {
      if (!ctx.readsTexts) return NOT_SHARED_TEXT;
      const { spanId, index, field, block, offset } = input;
      const piece = { spanId, index, field, block, offset, length: PIECE_CHARACTERS };
      return (await callText(ctx.sql, ctx.key, piece)) ?? null;
    }),

  payload: spanProcedure
    .meta(LARGE_READ)
    .input(z.object({ offset: OFFSET }))
    .query(async ({ ctx, input: { spanId, offset }, signal }) => {
      const piece = { spanId, offset, length: PIECE_CHARACTERS };
      const payload = await ctx.reads.value('payload', ctx.key, { input: piece, signal });
      return payload ? { ...payload, spanId } : null;
    }),

  receipt: spanProcedure.meta({ texts: 'none' }).query(async ({ ctx, input }) => {
    const receipt = await spanReceipt(ctx.sql, ctx.key, input.spanId);
    return receipt ?? Promise.reject(notFound('There is no such span in this trace.'));
  }),

  hint: spanProcedure
    .meta({ ...LARGE_READ, texts: 'none' })
    .query(({ ctx, input, signal }) => stepHint(ctx.key, input.spanId, { ...ctx, signal })),

  find: traceProcedure
    .meta(LARGE_READ)
    .input(WORDS)
    .query(({ ctx, input: { words }, signal }) =>
      ctx.reads.value('found', ctx.key, { input: { words, limit: MAX_FOUND }, signal }),
    ),
});
