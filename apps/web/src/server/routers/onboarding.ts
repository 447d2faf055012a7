// What the welcome screen polls: has anything arrived, was a key used, was anything refused.
import { latestArrival, recentRejections } from '@subtext/db';
import { projectProcedure, router } from '../trpc.ts';

export const onboardingRouter = router({
  status: projectProcedure.query(async ({ ctx }) => {
    const [arrival, rejections, keys] = await Promise.all([
      latestArrival(ctx.sql, ctx.project.id),
      recentRejections(ctx.sql, ctx.project.id),
      ctx.prisma.apiKey.aggregate({
        where: { projectId: ctx.project.id, revokedAt: null, scopes: { has: 'ingest' } },
        _count: true,
        _max: { lastUsedAt: true },
      }),
    ]);
    return { arrival: arrival ?? null, rejections, keys: keys._count, keyUsedAt: keys._max.lastUsedAt };
  }),
});
