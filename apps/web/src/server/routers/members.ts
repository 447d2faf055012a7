// Who may see the project.
import { projectProcedure, router } from '../trpc.ts';

/** As many as a table shows; a project has a handful. */
const MOST_MEMBERS = 500;

export const membersRouter = router({
  list: projectProcedure.query(async ({ ctx }) => {
    const members = await ctx.prisma.projectMember.findMany({
      where: { projectId: ctx.project.id },
      select: {
        role: true,
        createdAt: true,
        // Named one by one: nothing else of a person or a session leaves the server.
        user: {
          select: {
            id: true,
            name: true,
            email: true,
            sessions: { select: { updatedAt: true }, orderBy: { updatedAt: 'desc' }, take: 1 },
          },
        },
      },
      orderBy: { createdAt: 'asc' },
      take: MOST_MEMBERS,
    });
    return members.map(({ role, createdAt, user: { sessions, id, ...person } }) => ({
      ...person,
      role,
      since: createdAt,
      /** A session is noted as used once a day. */
      lastSeen: sessions[0]?.updatedAt ?? null,
      isMe: id === ctx.me.id,
    }));
  }),
});
