// API keys of a project: list, create and rotate (only these responses have the key itself), rename, revoke.
import { API_KEY_SCOPES, createMemberApiKey, rotateApiKey, type Sql } from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { NAME, TEXT } from '../../trpc/inputs.ts';
import { projectProcedure, router } from '../../trpc/trpc.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_DAYS = 3_650;
const MAX_OVERLAP_HOURS = 30 * 24;

const KEY = z.object({ id: z.uuid() });

const noSuchKey = () =>
  new TRPCError({ code: 'NOT_FOUND', message: 'There is no such key, or it does not work any more.' });

interface KeyFacts extends Record<string, unknown> {
  name: string;
  scopes: string[];
}

/** The key before its change, locked until the end of the transaction. */
async function keyOf(
  { sql, project }: { sql: Sql; project: { id: string } },
  id: string,
): Promise<KeyFacts | undefined> {
  const [row] = await sql<KeyFacts[]>`
    SELECT id, name, scopes, expires_at AS "expiresAt" FROM api_keys
    WHERE id = ${id} AND project_id = ${project.id} FOR UPDATE`;
  return row && { ...row };
}

const keyUser = ({ id, email, memberships }: { id: string; email: string; memberships: readonly unknown[] }) => ({
  id,
  email,
  isMember: memberships.length > 0,
});

/** A key that deletes traces is as strong as an owner, so only owners make one. */
function refuseAdmin(role: string, scopes: readonly string[]): void {
  if (role === 'owner' || !scopes.includes('admin')) return;
  const message = 'Only an owner of the project may make a key with the scope "admin".';
  throw new TRPCError({ code: 'FORBIDDEN', message });
}

export const keysRouter = router({
  list: projectProcedure.meta({ texts: 'none' }).query(async ({ ctx }) => {
    const user = { select: { id: true, email: true, memberships: { where: { projectId: ctx.project.id } } } } as const;
    const keys = await ctx.prisma.apiKey.findMany({
      where: { projectId: ctx.project.id, revokedAt: null },
      // Selected one by one, so that the hash never leaves the server.
      select: {
        ...{ id: true, name: true, lastFour: true, scopes: true, createdAt: true, lastUsedAt: true },
        ...{ expiresAt: true, replacedBy: true },
        ...{ creator: user, holder: user },
      },
      orderBy: { createdAt: 'asc' },
    });
    return keys.map(({ creator, holder, replacedBy, ...key }) => ({
      ...key,
      /** It was rotated, so it cannot be rotated again. */
      isReplaced: replacedBy !== null,
      /** null = created by a program that set up the project. */
      madeBy: creator && keyUser(creator),
      /** The owner to whom the key was transferred when its creator left. */
      handedOverTo: holder && keyUser(holder),
    }));
  }),

  create: projectProcedure
    .input(
      z.object({
        name: NAME,
        scopes: z.array(z.enum(API_KEY_SCOPES)).min(1),
        expiresInDays: z.number().int().min(1).max(MAX_DAYS).nullable().default(null),
      }),
    )
    .mutation(async ({ ctx, input: { name, scopes, expiresInDays } }) => {
      refuseAdmin(ctx.role, scopes);
      const expiresAt = expiresInDays === null ? undefined : new Date(Date.now() + expiresInDays * DAY_MS);
      const key = { projectId: ctx.project.id, name, scopes: [...new Set(scopes)], expiresAt };
      const made = await createMemberApiKey(ctx.sql, key, ctx.me.id);
      ctx.describe({ target: name, after: { id: made?.id, scopes: key.scopes, expiresAt } });
      if (made) return made;
      throw new TRPCError({ code: 'NOT_FOUND', message: 'There is no such project for you.' });
    }),

  /** The new key has the name, the scopes and the lifetime of the old one, which works for some hours more. */
  rotate: projectProcedure
    .input(KEY.extend({ overlapHours: z.number().int().min(0).max(MAX_OVERLAP_HOURS) }))
    .mutation(async ({ ctx, input: { id, overlapHours } }) => {
      const rotation = { projectId: ctx.project.id, id, overlapMs: overlapHours * HOUR_MS };
      const old = await keyOf(ctx, id);
      refuseAdmin(ctx.role, old?.scopes ?? []);
      const made = await rotateApiKey(ctx.sql, rotation, ctx.me.id);
      if (made === undefined) throw noSuchKey();
      if (made !== 'replaced') {
        ctx.describe({ target: old?.name, before: { id }, after: { id: made.id, overlapHours } });
        return made;
      }
      const message =
        'This key was rotated already and only works until its overlap ends. Rotate the key that replaced it.';
      throw new TRPCError({ code: 'CONFLICT', message });
    }),

  rename: projectProcedure.input(KEY.extend({ name: NAME })).mutation(async ({ ctx, input }) => {
    const old = await keyOf(ctx, input.id);
    const { count } = await ctx.sql`
      UPDATE api_keys SET name = ${input.name}
      WHERE id = ${input.id} AND project_id = ${ctx.project.id} AND revoked_at IS NULL`;
    if (count === 0) throw noSuchKey();
    ctx.describe({ target: input.name, before: { name: old?.name }, after: { name: input.name } });
  }),

  /** The exact name is required, so that the wrong key is not revoked by mistake. */
  revoke: projectProcedure
    .meta({ worksInArchive: true })
    .input(KEY.extend({ name: TEXT }))
    .mutation(async ({ ctx, input }) => {
      const before = await keyOf(ctx, input.id);
      const { count } = await ctx.sql`
      UPDATE api_keys SET revoked_at = now()
      WHERE id = ${input.id} AND project_id = ${ctx.project.id} AND name = ${input.name} AND revoked_at IS NULL`;
      if (count === 0) throw noSuchKey();
      ctx.describe({ target: input.name, before });
    }),
});
