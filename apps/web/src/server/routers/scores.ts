// Scores and comments: those of a trace, a page of all, and what users do with them.
import {
  changeScore,
  lockScore,
  removeScore,
  NO_SCORES,
  SCORE_SOURCES,
  scorePage,
  scoreSummaries,
  traceScores,
  writeScores,
  type NewScore,
  type ScoreContent,
  type Sql,
  type StoredScore,
  type TraceKey,
} from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import {
  problemOfContent,
  problemOfTarget,
  SCORE_CONTENT,
  SCORE_TARGET,
  TOO_MANY_SCORES,
} from '../scores/score-input.ts';
import { wholeSpan } from '../trace/whole-spans.ts';
import { POSTGRES_TIME, SPAN_NAME, TEXT, TRACE_ID } from '../trpc/inputs.ts';
import { projectProcedure, router } from '../trpc/trpc.ts';
import { notFound, traceProcedure } from './trace/trace-procedure.ts';

const MAX_PAGE = 500;
/** As many traces as can be selected in the list. */
const MAX_SUMMED = 50;
const CONTENT = z.object(SCORE_CONTENT);
const STORED = z.object({ id: z.uuid() });

interface Editor {
  role: string;
  me: { id: string };
}

/** Its author may change a score, and an owner may change any. */
const mayEdit = ({ role, me }: Editor, { authorId }: Pick<StoredScore, 'authorId'>): boolean =>
  role === 'owner' || authorId === me.id;

/** The audit log has no comments, because they may quote the trace. */
const audited = ({ name, number, label, thumbs }: ScoreContent) => ({ name, number, label, thumbs });

/** A comment may quote the trace, so an analyst does not see it. */
const shownTo = <Score extends { comment: string | null }>(
  { readsTexts }: { readsTexts: boolean },
  score: Score,
): Score => (readsTexts ? score : { ...score, comment: null });

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new TRPCError({ code: 'BAD_REQUEST', message: problem });
}

interface TraceEditor extends Editor {
  sql: Sql;
  key: TraceKey;
}

/** Locked until the end of the transaction. */
async function editable(ctx: TraceEditor, id: string): Promise<StoredScore> {
  const score = await lockScore(ctx.sql, { ...ctx.key, id });
  if (!score) throw notFound('There is no such score, or it was removed already.');
  if (mayEdit(ctx, score)) return score;
  const message = 'Only its author or an owner of the project can change this score.';
  throw new TRPCError({ code: 'FORBIDDEN', message });
}

export const scoresRouter = router({
  list: traceProcedure.meta({ texts: 'withheld' }).query(async ({ ctx }) =>
    (await traceScores(ctx.sql, ctx.key)).map(({ authorId, ...score }) => ({
      ...shownTo(ctx, score),
      isMine: authorId === ctx.me.id,
      mayEdit: mayEdit(ctx, { authorId }),
    })),
  ),

  /** What the scores of several traces say, in the order of the ids. Without comments. */
  summaries: projectProcedure
    .meta({ texts: 'none' })
    .input(z.object({ traces: z.array(TRACE_ID).min(1).max(MAX_SUMMED) }))
    .query(async ({ ctx, input: { traces } }) => {
      const found = await scoreSummaries(ctx.sql, ctx.project.id, traces);
      return traces.map((trace) => found.get(trace) ?? NO_SCORES);
    }),

  page: projectProcedure
    .meta({ texts: 'withheld' })
    .input(
      z.object({
        trace: TRACE_ID.optional(),
        name: TEXT.max(300).optional(),
        source: z.enum(SCORE_SOURCES).optional(),
        limit: z.int().min(1).max(MAX_PAGE),
        cursor: z.object({ at: POSTGRES_TIME, id: z.uuid() }).optional(),
      }),
    )
    .query(async ({ ctx, input: { trace: traceId, cursor: after, ...rest } }) => {
      const { scores, ...page } = await scorePage(ctx.sql, { projectId: ctx.project.id, traceId, after, ...rest });
      return { scores: scores.map((score) => shownTo(ctx, score)), ...page };
    }),

  /** `id`: given again, it is the same score. Thumbs are one for each user and target. */
  set: traceProcedure
    .input(CONTENT.extend({ ...SCORE_TARGET, span: SPAN_NAME.nullable().default(null), id: z.uuid() }))
    .mutation(async ({ ctx, input: { id, target, span: spanName, name, number, label, thumbs, comment } }) => {
      const content = { name, number, label, thumbs, comment };
      refuse(problemOfContent(content) ?? problemOfTarget({ target, span: spanName }));
      const span = spanName === null ? null : await wholeSpan(ctx.sql, ctx.key, spanName);
      const { projectId, traceId } = ctx.key;
      // By the clock of the database, which also dates changes and removals.
      const [trace] = await ctx.sql<{ at: string }[]>`
        SELECT clock_timestamp()::text AS at FROM traces WHERE project_id = ${projectId} AND trace_id = decode(${traceId}, 'hex')`;
      if (!trace) throw notFound('There is no such trace in this project.');
      const own = thumbs === null ? id : [name, traceId, target, span].join(' ');
      const score: NewScore = {
        ...{ projectId, traceId, spanId: span, target, ...content },
        ...{ source: 'screen', authorId: ctx.me.id, keyId: null },
        ...{ idempotencyKey: `screen:${ctx.me.id}:${own}`, at: trace.at },
      };
      ctx.describe({ target: traceId, after: { scoreOf: target, span, ...audited(content) } });
      if ((await writeScores(ctx.sql, [score])) === 0) return;
      throw new TRPCError({ code: 'CONFLICT', message: TOO_MANY_SCORES });
    }),

  change: traceProcedure.input(CONTENT.extend(STORED.shape)).mutation(async ({ ctx, input }) => {
    const { id, name, number, label, thumbs, comment } = input;
    const content = { name, number, label, thumbs, comment };
    refuse(problemOfContent(content));
    const before = await editable(ctx, id);
    ctx.describe({ target: ctx.key.traceId, before: { id, ...audited(before) }, after: audited(content) });
    await changeScore(ctx.sql, { ...ctx.key, id }, content);
  }),

  remove: traceProcedure.input(STORED).mutation(async ({ ctx, input: { id } }) => {
    const before = await editable(ctx, id);
    ctx.describe({ target: ctx.key.traceId, before: { id, ...audited(before) } });
    await removeScore(ctx.sql, { ...ctx.key, id });
  }),
});
