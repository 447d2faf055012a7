// What can be asked with a key, as paths below /api/v1 with their parameters: each is a procedure of the app behind its gate, so there is one
// way to every answer. Rows are those of the tables that the screens save.
import * as z from 'zod';
import { DAY_COLUMNS, spendColumns, TOOL_COLUMNS } from '../../lib/spend-tables.ts';
import { SPEND_CUTS } from '../../lib/spend-cuts.ts';
import { tableRecords, type TableRecord } from '../../lib/table.ts';
import { parseTimeRange } from '../../lib/time-range.ts';
import { TRACE_SORTS } from '../../lib/trace-sort.ts';
import { LONGEST_RANGE } from '../routers/costs-scope.ts';
import type { Caller } from '../routers/index.ts';
import { TRACE_COLUMNS } from '../trace-table.ts';

export interface Answer {
  rows: TableRecord[];
  /** Of a list: the cursor of the next page, null on the last one. */
  next?: string | null;
  /** Of sums: null = of everything; else over how many of the newest traces they are. */
  scope?: object | null;
}

export interface Endpoint {
  /** Of the query string; throws a ZodError that names what is wrong. */
  ask: (query: URLSearchParams, caller: Caller, project: string) => Promise<Answer>;
}

function endpoint<Parameters extends z.ZodObject>(
  parameters: Parameters,
  ask: (caller: Caller, asked: z.output<Parameters> & { project: string }) => Promise<Answer>,
): Endpoint {
  return {
    ask: async (query, caller, project) => ask(caller, { ...parameters.parse(Object.fromEntries(query)), project }),
  };
}

const Q = z.string().default('');
const RANGE = z
  .string()
  .default('30d')
  .refine((range) => range === 'all' || parseTimeRange(range, new Date()), {
    message: 'a range is 1h, 24h, 7d, 30d, 90d, all, or two times as 2026-11-01T00:00Z..2026-11-08T00:00Z',
  });

/** A cursor is what the page before gave as `next`: nobody needs to know what is in it. */
const writeCursor = (next: object | null): string | null =>
  next && Buffer.from(JSON.stringify(next)).toString('base64url');

const CURSOR = z
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
  .optional();

const traces = endpoint(
  z.strictObject({
    q: Q,
    range: RANGE,
    sort: z.enum(TRACE_SORTS).default('age'),
    ascending: z.stringbool().default(false),
    cursor: CURSOR,
  }),
  async (caller, asked) => {
    const page = await caller.traces.list(asked);
    return { rows: tableRecords(TRACE_COLUMNS, page.traces), next: writeCursor(page.next) };
  },
);

/** The costs of all time are those of as long as one answer may reach. */
const momentsOf = (range: string) =>
  parseTimeRange(range, new Date()) ?? { from: new Date(Date.now() - LONGEST_RANGE), to: new Date() };

const costs = endpoint(
  z.strictObject({
    q: Q,
    range: RANGE,
    by: z.enum([...SPEND_CUTS, 'day', 'tool']).default('model'),
    timeZone: z.string().default('UTC'),
  }),
  async (caller, { by, range, ...rest }) => {
    const asked = { ...rest, ...momentsOf(range) };
    if (by === 'day') {
      const { rows, scope } = await caller.costs.days(asked);
      return { rows: tableRecords(DAY_COLUMNS, rows), scope };
    }
    if (by === 'tool') {
      const { rows, scope } = await caller.costs.tools(asked);
      return { rows: tableRecords(TOOL_COLUMNS, rows), scope };
    }
    const { rows, scope } = await caller.costs.cut({ ...asked, by });
    return { rows: tableRecords(spendColumns(by), rows), scope };
  },
);

export const ENDPOINTS: Readonly<Record<string, Endpoint>> = { traces, costs };
