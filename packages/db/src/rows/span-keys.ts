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
 * The rows of a table that the keys in `given` name, under `name`. The planner may see an empty table, on which every
 * index seems equally cheap, and its plan is kept: `OFFSET 0` keeps it from turning the lookup around, and the order of
 * the last column, which only the right index gives, decides which index it takes.
 */
export function lookedUp(table: string, columns: readonly string[], name: string = table): string {
  const last = columns.at(-1)!;
  const first = columns.slice(0, -1).map((column) => `AND found.${column} = given.${column}`);
  // A range that holds one value is no constant for the planner, so that its order counts.
  return `
  CROSS JOIN LATERAL (
    SELECT * FROM ${table} AS found WHERE found.project_id = $2 ${first.join(' ')}
      AND found.${last} BETWEEN given.${last} AND given.${last}
    ORDER BY found.${last} OFFSET 0
  ) AS ${name}`;
}

export const dropOf = (table: string): string =>
  `DELETE FROM ${table} USING ${rowsFromJson(SPAN_KEYS)} AS given WHERE ${ofGivenSpan(table)}`;

/** Formats a time column as SpanRecord expects it. */
export const asIso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
