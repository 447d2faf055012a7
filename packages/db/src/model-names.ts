/**
 * Which model a name means. Asked for `gpt-5.2`, a provider answers as `gpt-5.2-2026-01-15`: the dated snapshot that the name stood for on that
 * day. Whoever filters by, pays for or compares `gpt-5.2` means its snapshots, too. The rule in TypeScript and the same rule in SQL:
 *
 *   name = model, or name = model + `-20` + two digits + anything: a year begins there (`gpt-oss-20b` is no snapshot of `gpt-oss`)
 */
import type { Fragment } from 'postgres';
import type { Sql } from './connect.ts';

/** Whether `name` is `model` or a dated snapshot of it. Not the other way round: the model is not its snapshot. */
export function meansModel(name: string, model: string): boolean {
  return name === model || (name.startsWith(`${model}-20`) && /^\d\d$/.test(name.slice(model.length + 3).slice(0, 2)));
}

/** `meansModel` as a condition; null where either is null. */
export const meansModelSql = (sql: Sql, name: Fragment, model: Fragment): Fragment =>
  sql`(${name} = ${model} or starts_with(${name}, ${model} || '-20') and substr(${name}, length(${model}) + 4, 2) ~ '^[0-9]{2}$')`;
