// The query parameters of the endpoints: parsed here, and the source of their description (document.ts).
import { SCORE_SOURCES, SEARCH_FIELDS } from '@subtext/db';
import { CALL_STATUSES } from '@subtext/reasoning';
import * as z from 'zod';
import { LATENCY_CUTS } from '../../lib/figures/latency-cuts.ts';
import { CHECK_CUT } from '../../lib/figures/check-table.ts';
import { SPEND_CUTS } from '../../lib/figures/spend-cuts.ts';
import { parseTimeRange } from '../../lib/time/time-range.ts';
import { parseFilter } from '../../lib/traces/trace-filter.ts';
import { TRACE_SORTS } from '../../lib/traces/trace-sort.ts';
import { MAX_ROWS, PAGE_ROWS } from '../list-filter.ts';
import { MOMENT, TRACE_ID, withoutNul } from '../trpc/inputs.ts';

/**
 * A screen underlines and ignores an invalid filter; for a program it is an error, because it would take the rows for
 * filtered.
 */
export const Q = z
  .string()
  .max(500)
  .default('')
  .superRefine((text, context) => {
    for (const { source, problem } of parseFilter(text)) {
      if (problem !== undefined) context.addIssue(`${source}: ${problem}`);
    }
  })
  .meta({
    description:
      'Which traces: the filter of the screens. Words stand in quotes, conditions as field:value, each may be negated with a minus.',
    examples: [
      'hidden:>40% tool:update_order -status:error',
      'score:helpful=down',
      'check:unsourced',
      '"schema changed"',
    ],
  });

const RANGE_RULE =
  'a range is 1h, 24h, 7d, 30d, 90d, all, two times as 2026-11-01T00:00Z..2026-11-08T00:00Z, or the first of them and ..';

/** Adds a far end to an open range, for programs that poll. */
const withEnd = (range: string): string => {
  if (!range.endsWith('..')) return range;
  const { to } = parseTimeRange('1h', new Date())!;
  return range + to.toISOString();
};

export const RANGE = z
  .string()
  .max(100)
  .default('30d')
  .transform(withEnd)
  .refine((range) => range === 'all' || parseTimeRange(range, new Date()), { message: RANGE_RULE })
  .meta({
    description: `When the traces began: ${RANGE_RULE}, which is until now.`,
    examples: ['7d', '2026-11-01T00:00Z..2026-11-08T00:00Z', '2026-11-01T00:00Z..'],
  });

/** A cursor is the `next` of the previous page; its content is opaque. */
export const writeCursor = (next: object | null): string | null =>
  next && Buffer.from(JSON.stringify(next)).toString('base64url');

const OPAQUE = z
  .string()
  .max(1000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
    } catch {
      context.addIssue(NO_CURSOR);
      return z.NEVER;
    }
  });

const NO_CURSOR = 'a cursor is what the page before gave as "next"';
const OF_CURSOR = { description: 'The "next" of the page before, with all else as it was asked for that page.' };

export const CURSOR = OPAQUE.transform((content) => content as never)
  .optional()
  .meta(OF_CURSOR);

/** A step as on the page of a trace. A schema of MCP as well, where agents also send numbers. */
export const STEP_LABEL = z.coerce
  .string()
  .regex(/^\d{1,7}[a-z]{0,4}$/, 'A step is a number as on the page of the run, such as 7, or 7b for its second call.')
  .describe('The number of a step, as on the page of the run: 7, or 7b for its second call.');

const POSITION_CONTENT = z.object({ from: z.int().min(0).max(2_000_000_000) });

/** For lists that are made of a whole trace: where the next page begins. */
export const POSITION = OPAQUE.transform((content, context) => {
  const found = POSITION_CONTENT.safeParse(content);
  if (found.success) return found.data;
  context.addIssue(NO_CURSOR);
  return z.NEVER;
})
  .optional()
  .meta(OF_CURSOR);

const LIMIT = z.coerce.number().int().min(1).max(MAX_ROWS).default(PAGE_ROWS).meta({ description: 'Rows of a page.' });

const flag = (byDefault: boolean) =>
  z
    .stringbool()
    .default(byDefault)
    .meta({ override: { type: 'boolean', default: byDefault } });

const FLAG = flag(false);

const TIME_ZONE = z
  .string()
  .default('UTC')
  .meta({ description: 'IANA name: which hours make up a day.', examples: ['Europe/Oslo'] });

export const ALERT_EVENTS_PARAMETERS = z.strictObject({
  rule: z.uuid().optional().meta({ description: 'The id of an alert rule; absent: of all of them.' }),
});

export const TRACES_PARAMETERS = z.strictObject({
  q: Q,
  range: RANGE,
  sort: z.enum(TRACE_SORTS).default('age').meta({ description: 'By what; the most of it, or the newest, first.' }),
  ascending: FLAG.meta({ description: 'The least first, or the oldest.' }),
  limit: LIMIT,
  cursor: CURSOR,
});

export const SCORES_PARAMETERS = z.strictObject({
  trace: TRACE_ID.optional().meta({ description: 'Only scores of this trace.' }),
  name: z.string().max(300).transform(withoutNul).optional().meta({ description: 'Only scores of this name.' }),
  source: z.enum(SCORE_SOURCES).optional().meta({ description: 'Only scores that came this way.' }),
  limit: LIMIT,
  cursor: CURSOR,
});

export const COSTS_PARAMETERS = z.strictObject({
  q: Q,
  range: RANGE,
  by: z
    .enum([...SPEND_CUTS, 'day', 'tool', CHECK_CUT])
    .default('model')
    .meta({ description: 'What the rows are of; check: what the findings of each check concern.' }),
  timeZone: TIME_ZONE,
});

export const BILLED_THINKING_PARAMETERS = z.strictObject({ range: RANGE });

export const LATENCY_PARAMETERS = z
  .strictObject({
    q: Q,
    range: RANGE,
    by: z
      .enum(LATENCY_CUTS)
      .default('model')
      .meta({ description: 'What the rows are of; with "daily", what is measured: model calls, or tools.' }),
    daily: FLAG.meta({ description: 'One row for each day, instead of one for each model, agent or tool.' }),
    of: z
      .string()
      .max(500)
      .optional()
      .meta({ description: 'With "daily": only this model, agent or tool.', examples: ['gpt-5.2'] }),
    timeZone: TIME_ZONE,
  })
  .refine(({ of, daily }) => of === undefined || daily, { path: ['of'], message: 'of= needs daily=true' });

export const THOUGHTS_PARAMETERS = z.strictObject({
  q: Q,
  range: RANGE,
  hidden: FLAG.meta({ description: 'Only thoughts that cannot be read word by word.' }),
});

export const SETTINGS_PARAMETERS = z.strictObject({ q: Q, range: RANGE });

export const SEARCH_PARAMETERS = z.strictObject({
  q: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .meta({
      description: 'Words, phrases in quotes, and conditions. All must hold.',
      examples: ['"safety notice" tool:refund'],
    }),
  in: z
    .string()
    .default('thought')
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(SEARCH_FIELDS)).max(SEARCH_FIELDS.length))
    .meta({ description: `Where, with commas between them: ${SEARCH_FIELDS.join(', ')}.`, examples: ['thought,said'] }),
  range: RANGE,
  cursor: CURSOR,
});

export const NO_PARAMETERS = z.strictObject({});

export const SESSIONS_PARAMETERS = z.strictObject({ q: Q, range: RANGE, limit: LIMIT, cursor: CURSOR });

const EXPORT_POSITION = z.object({ day: z.iso.date(), traceId: TRACE_ID });

export const EXPORT_PARAMETERS = z.strictObject({
  since: MOMENT.optional().meta({ description: 'Only traces that got a span at this time (UTC) or later.' }),
  cursor: OPAQUE.transform((content, context) => {
    const found = EXPORT_POSITION.safeParse(content);
    if (found.success) return found.data;
    context.addIssue(NO_CURSOR);
    return z.NEVER;
  })
    .optional()
    .meta(OF_CURSOR),
});

export const TRACE_PATH = z.object({ id: TRACE_ID });
export const STEP_PATH = TRACE_PATH.extend({ step: STEP_LABEL });

export const STEPS_PARAMETERS = z.strictObject({ limit: LIMIT, cursor: POSITION });

export const CALLS_PARAMETERS = STEPS_PARAMETERS.extend({
  tool: z.string().max(500).optional().meta({ description: 'Only calls of this tool.' }),
  status: z
    .enum(['unset', ...CALL_STATUSES])
    .optional()
    .meta({ description: 'Only calls that ended so.' }),
});

export const CONVERSATION_PARAMETERS = z.strictObject({
  answer: flag(true).meta({ description: 'With the answer of the step, and the results of its calls.' }),
  thoughts: FLAG.meta({ description: 'With the thoughts that the provider accepts back.' }),
  cursor: POSITION,
});

export const FORK_PARAMETERS = z.strictObject({ cursor: POSITION });

export const COMPARE_PARAMETERS = z.strictObject({
  a: TRACE_ID.meta({ description: 'The id of a trace.' }),
  b: TRACE_ID.meta({ description: 'The id of another trace.' }),
  limit: LIMIT,
  cursor: POSITION,
});
