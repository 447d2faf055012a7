/**
 * The facts that spans report about their trace, besides its sums, and how they are merged: into the stored row by the
 * write path (write-statements.ts), or from nothing.
 */
import { columnOf, rowsFromJson, type Columns, type ColumnType } from '../postgres/json-rows.ts';

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
 * The SQL for each fact's new value when the row `given` is merged into `traces`. The order of arrival makes no
 * difference: the earliest name and user input win, the smallest value wins where there should be only one, and lists
 * are united (sorted and cut to 50, which keeps the union exact).
 */
export function mergedFacts(given: string): Readonly<Record<keyof typeof TRACE_FACTS, string>> {
  const earliest = (fact: string, column: string) => {
    const isFirst = `${given}.${fact}_at IS NOT NULL AND (traces.${fact}_at IS NULL
      OR (${given}.${fact}_at, ${given}.${fact} COLLATE "C") < (traces.${fact}_at, traces.${fact} COLLATE "C"))`;
    return `CASE WHEN ${isFirst} THEN ${given}.${column} ELSE traces.${column} END`;
  };
  const smallest = (column: string) => `least(traces.${column} COLLATE "C", ${given}.${column} COLLATE "C")`;
  const union = (column: string) => {
    const both = firstNames(`traces.${column} || ${given}.${column}`);
    return `CASE WHEN ${given}.${column} <@ traces.${column} THEN traces.${column} ELSE ${both} END`;
  };
  return {
    startedAt: `least(traces.started_at, ${given}.started_at)`,
    endedAt: `greatest(traces.ended_at, ${given}.ended_at)`,
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
    metadata: `CASE WHEN ${given}.metadata = '{}' THEN traces.metadata ELSE (
      SELECT jsonb_object_agg(key, value) FROM (
        SELECT key, min(value COLLATE "C") AS value
        FROM unnest(ARRAY[traces.metadata, ${given}.metadata]) AS every, jsonb_each_text(every)
        GROUP BY key ORDER BY key COLLATE "C" LIMIT 50
      ) AS merged
    ) END`,
    models: union('models'),
    agents: union('agents'),
    efforts: union('efforts'),
    instrumentations: union('instrumentations'),
  };
}

const NOTHING_REPORTED: Partial<Record<ColumnType, string>> = { 'text[]': `'{}'::text[]`, jsonb: `'{}'::jsonb` };

const BLANK_TRACE = Object.entries(TRACE_FACTS)
  .map(([property, type]) => `${NOTHING_REPORTED[type] ?? `NULL::${type}`} AS ${columnOf(property)}`)
  .join(', ');

/** The facts of traces without a stored row: a subquery with the columns' names that reads no table. */
export const FRESH_FACTS = `(
  SELECT given.project_id, given.trace_id, ${Object.entries(mergedFacts('given'))
    .map(([property, merged]) => `${merged} AS ${columnOf(property)}`)
    .join(', ')}
  FROM ${rowsFromJson({ ...TRACE_KEYS, ...TRACE_FACTS })} AS given CROSS JOIN (SELECT ${BLANK_TRACE}) AS traces)`;

/** The first 50 distinct names of a list, sorted. */
export function firstNames(list: string): string {
  return `ARRAY(SELECT item FROM (SELECT DISTINCT item COLLATE "C" AS item FROM unnest(${list}) AS item) AS every ORDER BY item LIMIT 50)`;
}
