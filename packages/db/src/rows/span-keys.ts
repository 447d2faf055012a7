/** The key columns of a span in JSON rows, used to change rows of spans and of their calls. */
import { rowsFromJson, type Columns } from '../postgres/json-rows.ts';

export const SPAN_KEYS = { projectId: 'uuid', day: 'date', traceId: 'hex', spanId: 'hex' } as const satisfies Columns;

export interface SpanKey {
  projectId: string;
  /** The day of the partition, YYYY-MM-DD. */
  day: string;
  traceId: string;
  spanId: string;
}

/** The key columns of a trace, with its day. */
export type TracePartitionKey = Omit<SpanKey, 'spanId'>;

/**
 * Condition for rows of a table that belong to the spans in `given`. The project is also `$2`, so that Citus queries
 * only its shard.
 */
export const ofGivenSpan = (table: string): string =>
  `${table}.project_id = $2 AND ${table}.project_id = given.project_id AND ${table}.day = given.day
  AND ${table}.trace_id = given.trace_id AND ${table}.span_id = given.span_id`;

/**
 * The rows of a table that the keys in `given` name, under the name of the table. `OFFSET 0` keeps the planner from
 * turning the lookup around: each key is looked up by index, also with a plan that was made when the table was empty.
 */
export const lookedUp = (table: string, columns: readonly string[], name = table): string => `
  CROSS JOIN LATERAL (
    SELECT * FROM ${table} AS found WHERE found.project_id = $2
      AND ${columns.map((column) => `found.${column} = given.${column}`).join(' AND ')} OFFSET 0
  ) AS ${name}`;

export const dropOf = (table: string): string =>
  `DELETE FROM ${table} USING ${rowsFromJson(SPAN_KEYS)} AS given WHERE ${ofGivenSpan(table)}`;

/** Formats a time column as SpanRecord expects it. */
export const asIso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
