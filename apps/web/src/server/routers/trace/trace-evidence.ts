// What the checks found in a trace or at a step, and where the values of arguments came from.
import * as z from 'zod';
import { stepEvidence } from '../../evidence/step-evidence.ts';
import { findingsOfTrace } from '../../evidence/trace-findings.ts';
import { SPAN_NAME } from '../../trpc/inputs.ts';
import { wholeSpans } from '../../trace/whole-spans.ts';
import { spanProcedure, traceProcedure } from './trace-procedure.ts';

/** Calls that a panel shows at once. */
const CALLS = z.array(z.object({ spanId: SPAN_NAME, index: z.int().min(0).max(1_000_000) })).max(50);

export const MOST_FINDINGS = 50;
const FINDINGS_PAGE = z.object({
  /** The number of the last finding of the page before. */
  after: z.int().min(-1).max(2_000_000_000).default(-1),
  limit: z.int().min(1).max(MOST_FINDINGS).default(MOST_FINDINGS),
});

export const evidenceProcedures = {
  findings: traceProcedure
    .meta({ texts: 'withheld' })
    .input(FINDINGS_PAGE)
    .query(({ ctx, input: { after, limit } }) =>
      findingsOfTrace(ctx.sql, ctx.key, { after, limit, readsTexts: ctx.readsTexts }),
    ),

  evidence: spanProcedure
    .meta({ texts: 'withheld' })
    .input(z.object({ calls: CALLS }))
    .query(async ({ ctx, input: { spanId, calls } }) => {
      const whole = await wholeSpans(ctx.sql, ctx.key, calls);
      return stepEvidence(ctx.sql, ctx.key, { spanId, calls: whole, readsTexts: ctx.readsTexts });
    }),
};
