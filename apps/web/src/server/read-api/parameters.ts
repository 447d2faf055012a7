// The query parameters of the endpoints: parsed here, and the source of their description (document.ts).
import { SEARCH_FIELDS } from '@subtext/db';
import * as z from 'zod';
import { LATENCY_CUTS } from '../../lib/figures/latency-cuts.ts';
import { SPEND_CUTS } from '../../lib/figures/spend-cuts.ts';
import { parseTimeRange } from '../../lib/time/time-range.ts';
import { parseFilter } from '../../lib/traces/trace-filter.ts';
import { TRACE_SORTS } from '../../lib/traces/trace-sort.ts';
import { MAX_ROWS, PAGE_ROWS } from '../list-filter.ts';

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
    examples: ['hidden:>40% tool:update_order -status:error', '"schema changed"'],
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

export const CURSOR = z
  .string()
  .max(1000)
  .transform((text, context) => {
    try {
      return JSON.parse(Buffer.from(text, 'base64url').toString()) as never;
    } catch {
      context.addIssue('a cursor is what the page before gave as "next"');
      return z.NEVER;
    }
  })
  .optional()
  .meta({ description: 'The "next" of the page before, with all else as it was asked for that page.' });

const FLAG = z
  .stringbool()
  .default(false)
  .meta({ override: { type: 'boolean', default: false } });

const TIME_ZONE = z
  .string()
  .default('UTC')
  .meta({ description: 'IANA name: which hours make up a day.', examples: ['Europe/Oslo'] });

export const TRACES_PARAMETERS = z.strictObject({
  q: Q,
  range: RANGE,
  sort: z.enum(TRACE_SORTS).default('age').meta({ description: 'By what; the most of it, or the newest, first.' }),
  ascending: FLAG.meta({ description: 'The least first, or the oldest.' }),
  limit: z.coerce.number().int().min(1).max(MAX_ROWS).default(PAGE_ROWS).meta({ description: 'Rows of a page.' }),
  cursor: CURSOR,
});

export const COSTS_PARAMETERS = z.strictObject({
  q: Q,
  range: RANGE,
  by: z
    .enum([...SPEND_CUTS, 'day', 'tool'])
    .default('model')
    .meta({ description: 'What the rows are of.' }),
  timeZone: TIME_ZONE,
});

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
