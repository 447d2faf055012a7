/** The key columns of a span in JSON rows, used to change rows of spans and of their calls. */
import { rowsFromJson, type Columns } from '../postgres/json-rows.ts';

export const SPAN_KEYS = { projectId: 'uuid', day: 'date', traceId: 'hex', spanId: 'hex' } as const satisfies Columns;

/**
 * Condition for rows of a table that belong to the spans in `given`. The project is also `$2`, so that Citus queries
 * only its shard.
 */
export const ofGivenSpan = (table: string): string =>
  `${table}.project_id = $2 AND ${table}.project_id = given.project_id AND ${table}.day = given.day
  AND ${table}.trace_id = given.trace_id AND ${table}.span_id = given.span_id`;

export const dropOf = (table: string): string =>
  `DELETE FROM ${table} USING ${rowsFromJson(SPAN_KEYS)} AS given WHERE ${ofGivenSpan(table)}`;

/** Formats a time column as SpanRecord expects it. */
export const asIso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
