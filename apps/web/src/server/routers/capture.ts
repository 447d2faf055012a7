// Masking and capture rules of a project, for its owners only: read, try on a text, save.
import { compileRules, findProjectRules, projectRules, saveProjectRules, UnusableRules, OPEN_RULES } from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { ownerProcedure, router } from '../trpc.ts';

/** Rules say what an owner thinks is secret, and open what was closed. */
const owned = ownerProcedure('Only an owner of the project may see and change these rules.');

const LARGEST_SAMPLE = 20_000;

export const captureRouter = router({
  get: owned.query(async ({ ctx }) => {
    const stored = await findProjectRules(ctx.sql, ctx.project.id);
    const parsed = projectRules.safeParse(stored?.rules ?? {});
    return {
      rules: parsed.data ?? OPEN_RULES,
      /** 0 = none were ever saved. */
      version: stored?.version ?? 0,
      updatedAt: stored?.updatedAt ?? null,
      /** Why ingest withholds everything; null when the rules can be used. */
      problem: stored ? problemOf(stored.rules) : null,
    };
  }),

  /** What a text would become. Nothing of it is stored or logged. */
  preview: owned
    .input(z.object({ rules: projectRules, text: z.string().max(LARGEST_SAMPLE) }))
    .mutation(({ input }) => {
      const problem = problemOf(input.rules);
      if (problem !== null) return { problem, text: null };
      const masking = compileRules(input.rules).masker?.begin();
      return { problem: null, text: masking ? masking.text(input.text) : input.text };
    }),

  /** `seen`: the version that was changed, so that two owners cannot overwrite each other. */
  set: owned
    .input(z.object({ rules: projectRules, seen: z.int().min(0) }))
    .mutation(async ({ ctx, input: { rules, seen } }) => {
      const problem = problemOf(rules);
      if (problem !== null) throw new TRPCError({ code: 'BAD_REQUEST', message: problem });
      const version = await saveProjectRules(ctx.sql, { projectId: ctx.project.id, rules, seen, by: ctx.me.id });
      if (version === undefined) {
        throw new TRPCError({ code: 'CONFLICT', message: 'Somebody else has changed the rules. Reload to see them.' });
      }
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
