/** Decides in SQL which model a name stands for: the same rule as `meansModel` (packages/trace, rows/model-names.ts). */
import type { Fragment } from 'postgres';
import type { Sql } from '../postgres/connect.ts';

/** `meansModel` as an SQL condition; null when either side is null. */
export const meansModelSql = (sql: Sql, name: Fragment, model: Fragment): Fragment =>
  sql`(${name} = ${model} or starts_with(${name}, ${model} || '-20') and substr(${name}, length(${model}) + 4, 2) ~ '^[0-9]{2}$')`;
