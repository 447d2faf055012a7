/** What spans tell of their trace beside its sums, and how it is merged: by the write path into its row (write-statements.ts), and from nothing. */
import { columnOf, rowsFromJson, type Columns, type ColumnType } from './json-rows.ts';

export const TRACE_KEYS = { projectId: 'uuid', traceId: 'hex' } as const satisfies Columns;

export const TRACE_FACTS = {
  startedAt: 'timestamptz',
  endedAt: 'timestamptz',
  name: 'text',
  nameAt: 'timestamptz',
  asked: 'text',
  askedAt: 'timestamptz',
  sessionId: 'text',
  userId: 'text',
  environment: 'text',
  release: 'text',
  service: 'text',
  tags: 'text[]',
  metadata: 'jsonb',
  models: 'text[]',
  agents: 'text[]',
  efforts: 'text[]',
  instrumentations: 'text[]',
} as const satisfies Columns;

/**
 * Of each fact what it becomes when `given` is told of `traces`. Merged so that the order of arrival makes no difference: the earliest name and
 * question, the smallest of what should be one value and is not, the union of lists (the first 50 by their own order, which a union keeps exact).
 */
export const MERGED_FACTS: Readonly<Record<keyof typeof TRACE_FACTS, string>> = {
  startedAt: 'least(traces.started_at, given.started_at)',
  endedAt: 'greatest(traces.ended_at, given.ended_at)',
  name: earliest('name', 'name'),
  nameAt: earliest('name', 'name_at'),
  asked: earliest('asked', 'asked'),
  askedAt: earliest('asked', 'asked_at'),
  sessionId: smallest('session_id'),
  userId: smallest('user_id'),
  environment: smallest('environment'),
  release: smallest('release'),
  service: smallest('service'),
  tags: union('tags'),
  metadata: `CASE WHEN given.metadata = '{}' THEN traces.metadata ELSE (
      SELECT jsonb_object_agg(key, value) FROM (
        SELECT key, min(value COLLATE "C") AS value
        FROM unnest(ARRAY[traces.metadata, given.metadata]) AS every, jsonb_each_text(every)
        GROUP BY key ORDER BY key COLLATE "C" LIMIT 50
      ) AS merged
    ) END`,
  models: union('models'),
  agents: union('agents'),
  efforts: union('efforts'),
  instrumentations: union('instrumentations'),
};

const NOTHING_TOLD: Partial<Record<ColumnType, string>> = { 'text[]': `'{}'::text[]`, jsonb: `'{}'::jsonb` };

const BLANK_TRACE = Object.entries(TRACE_FACTS)
  .map(([property, type]) => `${NOTHING_TOLD[type] ?? `NULL::${type}`} AS ${columnOf(property)}`)
  .join(', ');

/** The facts of traces of which nothing was told before: rows under the names of their columns, without any table. */
export const FRESH_FACTS = `(
  SELECT given.project_id, given.trace_id, ${Object.entries(MERGED_FACTS)
    .map(([property, merged]) => `${merged} AS ${columnOf(property)}`)
    .join(', ')}
  FROM ${rowsFromJson({ ...TRACE_KEYS, ...TRACE_FACTS })} AS given CROSS JOIN (SELECT ${BLANK_TRACE}) AS traces)`;

function earliest(fact: string, column: string): string {
  const isFirst = `given.${fact}_at IS NOT NULL AND (traces.${fact}_at IS NULL
      OR (given.${fact}_at, given.${fact} COLLATE "C") < (traces.${fact}_at, traces.${fact} COLLATE "C"))`;
  return `CASE WHEN ${isFirst} THEN given.${column} ELSE traces.${column} END`;
}

function smallest(column: string): string {
  return `least(traces.${column} COLLATE "C", given.${column} COLLATE "C")`;
}

function union(column: string): string {
  const both = firstNames(`traces.${column} || given.${column}`);
  return `CASE WHEN given.${column} <@ traces.${column} THEN traces.${column} ELSE ${both} END`;
}

/** The first 50 of a list of names by their own order, each once. */
export function firstNames(list: string): string {
  return `ARRAY(SELECT item FROM (SELECT DISTINCT item COLLATE "C" AS item FROM unnest(${list}) AS item) AS every ORDER BY item LIMIT 50)`;
}
