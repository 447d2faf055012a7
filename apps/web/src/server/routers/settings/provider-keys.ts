// The keys of model providers that experiments ask with. Written once, and never shown again.
import { MAX_PROVIDER_KEYS, providerKeys, removeProviderKey, saveProviderKey } from '@subtext/db';
import { sealSecret } from '@subtext/export';
import { providerKeyOwner } from '@subtext/experiments';
import { destinationUrl, RefusedDestination } from '@subtext/outbound';
import { isAskable, isKeyText, REPLAY_TARGETS } from '@subtext/reasoning';
import { TRPCError } from '@trpc/server';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { NAME, TEXT } from '../../trpc/inputs.ts';
import { ownerProcedure, projectProcedure, router } from '../../trpc/trpc.ts';

const owned = ownerProcedure('Only an owner of the project may change the keys of providers.').meta({ texts: 'none' });

const PROVIDERS: ReadonlySet<string> = new Set(
  REPLAY_TARGETS.filter(isAskable).flatMap(({ provider }) => provider ?? []),
);

const NEW_KEY = z.object({
  provider: z.string().refine((name) => PROVIDERS.has(name), 'This provider cannot be asked.'),
  label: NAME,
  key: TEXT.trim().refine(
    (key) => key.length >= 8 && isKeyText(key),
    'A key has at least 8 characters, and no spaces.',
  ),
  /** Empty = the provider's own address. */
  baseUrl: TEXT.trim()
    .max(2_000)
    .superRefine((url, context) => {
      const problem = url === '' ? undefined : urlProblem(url);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    }),
});

/** Which network the host is in is checked with each request, because names can change. */
function urlProblem(url: string): string | undefined {
  try {
    const { search, hash } = destinationUrl(url);
    return search === '' && hash === '' ? undefined : 'A base URL has no query and no fragment.';
  } catch (error) {
    if (error instanceof RefusedDestination) return error.message;
    throw error;
  }
}

const NOT_SAVED = {
  label: 'There is a key with this label. Choose another label.',
  many: `A project has at most ${MAX_PROVIDER_KEYS} keys. Remove one first.`,
} as const;

export const providerKeysRouter = router({
  /** Without the keys themselves. */
  list: projectProcedure.meta({ texts: 'none' }).query(async ({ ctx }) => {
    const keys = await providerKeys(ctx.sql, ctx.project.id);
    return keys.map(({ id, provider, label, lastFour, baseUrl, savedBy, createdAt }) => ({
      ...{ id, provider, label, lastFour, baseUrl, createdAt },
      savedBy: savedBy.email,
    }));
  }),

  add: owned.input(z.object({ added: NEW_KEY })).mutation(async ({ ctx, input: { added } }) => {
    const { provider, label, key } = added;
    const row = { projectId: ctx.project.id, id: randomUUID(), provider, baseUrl: added.baseUrl || null };
    const secret = sealSecret(key, { key: ctx.env.authSecret, owner: providerKeyOwner(row) });
    const lastFour = key.slice(-4);
    const problem = await saveProviderKey(ctx.sql, { ...row, label, secret, lastFour, savedBy: ctx.actor });
    if (problem) throw new TRPCError({ code: 'CONFLICT', message: NOT_SAVED[problem] });
    ctx.describe({ target: label, after: { provider, base_url: row.baseUrl } });
    return { id: row.id };
  }),

  remove: owned.input(z.object({ id: z.uuid() })).mutation(async ({ ctx, input: { id } }) => {
    const removed = await removeProviderKey(ctx.sql, { projectId: ctx.project.id, id });
    if (!removed) throw new TRPCError({ code: 'NOT_FOUND', message: 'There is no such key.' });
    ctx.describe({ target: removed.label, before: { provider: removed.provider, base_url: removed.baseUrl } });
  }),
});
