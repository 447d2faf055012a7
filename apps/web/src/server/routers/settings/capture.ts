// Masking and capture rules of a project, for its owners only: read, try on a text, save. The key of its digests stays
// on the server.
import { randomBytes } from 'node:crypto';
import { findProjectRules, saveProjectRules, type Sql } from '@subtext/db';
import {
  compileRules,
  OPEN_RULES,
  projectRules,
  storedRules,
  UnusableRules,
  type ProjectRules,
} from '@subtext/privacy';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { ownerProcedure, router } from '../../trpc/trpc.ts';

/** Only owners, because rules reveal what is secret, and changing them can expose it. */
const owned = ownerProcedure('Only an owner of the project may see and change these rules.');

/** The largest value of PostgreSQL's type integer. */
const MAX_VERSION = 2 ** 31 - 1;
const LARGEST_SAMPLE = 20_000;
const KINDS = ['reasoning', 'text', 'arguments', 'results'] as const;

const OPEN_RULES_WITHOUT_KEY = { ...OPEN_RULES, hashKey: undefined };

/**
 * Uses a one-time key, so the digests shown here never equal stored ones: trying texts does not reveal which are
 * stored.
 */
const withTryKey = (rules: ProjectRules) => ({ ...rules, hashKey: randomBytes(32).toString('hex') });

async function rulesWithoutKey({ sql, project }: { sql: Sql; project: { id: string } }) {
  const stored = await findProjectRules(sql, project.id);
  const { hashKey: _hashKey, ...rules } = storedRules.safeParse(stored?.rules ?? {}).data ?? OPEN_RULES_WITHOUT_KEY;
  return { stored, rules };
}

export const captureRouter = router({
  get: owned.meta({ texts: 'none' }).query(async ({ ctx }) => {
    const { stored, rules } = await rulesWithoutKey(ctx);
    return {
      rules,
      /** 0 = none were ever saved. */
      version: stored?.version ?? 0,
      updatedAt: stored?.updatedAt ?? null,
      /** Why ingest withholds everything; null when the rules can be used. */
      problem: stored ? problemOf(stored.rules) : null,
    };
  }),

  /** The part of a text that would be stored, null = nothing. The text is neither stored nor logged. */
  preview: owned
    .meta({ texts: 'none' })
    .meta({ unrecorded: 'It changes nothing: it shows what the rules would make of a text.' })
    .input(z.object({ rules: projectRules, kind: z.enum(KINDS), text: z.string().max(LARGEST_SAMPLE) }))
    .mutation(({ input: { rules, kind, text } }) => {
      const tried = withTryKey(rules);
      const problem = problemOf(tried);
      if (problem !== null) return { problem, text: null };
      const { masker, keep } = compileRules(tried);
      return { problem: null, text: keep.text(masker?.begin().text(text) ?? text, kind) ?? null };
    }),

  /** `seen`: the version that was edited, so that two owners cannot overwrite each other. */
  set: owned
    .input(z.object({ rules: projectRules, seen: z.int().min(0).max(MAX_VERSION) }))
    .mutation(async ({ ctx, input: { rules, seen } }) => {
      const problem = problemOf(withTryKey(rules));
      if (problem !== null) throw new TRPCError({ code: 'BAD_REQUEST', message: problem });
      const { rules: before } = await rulesWithoutKey(ctx);
      const version = await saveProjectRules(ctx.sql, { projectId: ctx.project.id, rules, seen, by: ctx.me.id });
      if (version === undefined) {
        throw new TRPCError({
          code: 'CONFLICT',
          message: 'The rules were changed by another user. Reload to see them.',
        });
      }
      ctx.describe({ before, after: rules });
      return { version };
    }),
});

function problemOf(rules: unknown): string | null {
  try {
    compileRules(rules);
    return null;
  } catch (error) {
    if (error instanceof UnusableRules) return error.message;
    throw error;
  }
}
