// The state that the welcome screen polls (spans arrived, key used, spans refused), and the sample trace.
import { latestArrival, recentRejections } from '@subtext/db';
import { loadSample, SAMPLE_REASON } from '../../trace/load-sample.ts';
import { projectProcedure, router } from '../../trpc/trpc.ts';

export const onboardingRouter = router({
  status: projectProcedure.meta({ texts: 'none' }).query(async ({ ctx }) => {
    const [arrival, rejections, keys] = await Promise.all([
      latestArrival(ctx.sql, ctx.project.id),
      recentRejections(ctx.sql, ctx.project.id),
      ctx.prisma.apiKey.aggregate({
        where: {
          ...{ projectId: ctx.project.id, revokedAt: null, scopes: { has: 'ingest' } },
          OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
        },
        _count: true,
        _max: { lastUsedAt: true },
      }),
    ]);
    return {
      arrival: arrival ?? null,
      rejections: rejections.filter(({ reason }) => reason !== SAMPLE_REASON),
      keys: keys._count,
      keyUsedAt: keys._max.lastUsedAt,
    };
  }),

  loadSample: projectProcedure.mutation(async ({ ctx }) => {
    const traceId = await loadSample(ctx.sql, ctx.project.id);
    ctx.describe({ target: traceId });
    return { traceId };
  }),
});
