/**
 * Conditions on the scores of a trace, on itself, its steps and thoughts: it matches when any of them does. Comments
 * are no scores.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';

/** `oneOf`: categories, `up` and `down`, or numbers as text. */
export type ScoreValue = { oneOf: readonly string[] } | { comparison: '>' | '>=' | '<' | '<='; number: number };

export interface ScoreCondition {
  name: string;
  /** null: any value. */
  value: ScoreValue | null;
}

/**
 * Condition: a score of `traces t` matches `holds`, which is on `scores c`. The `offset` forces a lookup per trace, and
 * callers bound the number of traces.
 */
export const hasScore = (sql: Sql, projectId: string, holds: Fragment): Fragment =>
  sql`exists (select from scores c where c.project_id = ${projectId} and c.trace_id = t.trace_id
    and c.removed_at is null and c.name is not null and ${holds} offset 0)`;

/** Condition on `scores c`. */
export function isScore(sql: Sql, { name, value }: ScoreCondition): Fragment {
  const named = sql`c.name = ${name}`;
  if (value === null) return named;
  const [first, ...others] = valuesAre(sql, value);
  return sql`${named} and (${others.reduce((all, one) => sql`${all} or ${one}`, first!)})`;
}

/** Ids of the traces with such a score, one query for each index. */
export function tracesWithScore(sql: Sql, projectId: string, { name, value }: ScoreCondition): Fragment {
  const [first, ...others] = (value === null ? [sql`true`] : valuesAre(sql, value)).map(
    (holds) => sql`select c.trace_id from scores c
      where c.project_id = ${projectId} and c.removed_at is null and c.name = ${name} and ${holds}`,
  );
  return others.reduce((all, one) => sql`${all} union all ${one}`, first!);
}

/** One condition for each column that may have the value. */
function valuesAre(sql: Sql, value: ScoreValue): Fragment[] {
  if ('comparison' in value) return [numberIs(sql, value)];
  const words = value.oneOf.map((one) => one.toLowerCase());
  const numbers = value.oneOf.filter((one) => one.trim() !== '' && Number.isFinite(Number(one)));
  return [
    sql`c.label = any (${[...value.oneOf]}::text[])`,
    ...[true, false].flatMap((thumbs) =>
      // A score with thumbs has no label.
      words.includes(thumbs ? 'up' : 'down') ? [sql`(c.label is null and c.thumbs = ${thumbs})`] : [],
    ),
    ...(numbers.length > 0 ? [sql`c.number = any (${numbers}::text[]::float8[])`] : []),
  ];
}

function numberIs(sql: Sql, { comparison, number }: { comparison: string; number: number }): Fragment {
  switch (comparison) {
    case '>':
      return sql`c.number > ${number}::float8`;
    case '>=':
      return sql`c.number >= ${number}::float8`;
    case '<':
      return sql`c.number < ${number}::float8`;
    default:
      return sql`c.number <= ${number}::float8`;
  }
}
