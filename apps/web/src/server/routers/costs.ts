// Spend of one project over a stretch of time, in the three cuts of the costs screen. Input -> queries -> output.
import { spendByCut, spendByDay, thinkingByTool } from '@subtext/db';
import * as z from 'zod';
import { projectProcedure, router } from '../trpc.ts';

const LONGEST_RANGE = 400 * 24 * 60 * 60 * 1000;

const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

const RANGE = z
  .object({
    from: z.date(),
    to: z.date(),
    /** IANA name: which hours make up a day. */
    timeZone: z.string().max(64).refine(isTimeZone, 'Not a time zone of the IANA list, such as Europe/Oslo.'),
  })
  .refine(({ from, to }) => to > from && to.getTime() - from.getTime() <= LONGEST_RANGE, {
    message: 'The range must end after it begins and span at most 400 days.',
  });

export const costsRouter = router({
  spend: projectProcedure.input(RANGE).query(async ({ ctx, input }) => {
    const range = { projectId: ctx.project.id, from: input.from, to: input.to };
    const [days, models, tools] = await Promise.all([
      spendByDay(ctx.sql, { ...range, calls: [], timeZone: input.timeZone }),
      spendByCut(ctx.sql, { ...range, calls: [] }, 'model'),
      thinkingByTool(ctx.sql, range),
    ]);
    return { days, models: models.map(({ key, ...row }) => ({ model: key, ...row })), tools };
  }),
});
