/** Adds to the rollups what rows that changed moved, and drops what became empty: the last step of what settles anew. */
import type { BatchTotals } from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import { toJson } from '../postgres/json-rows.ts';
import { dropEmptyRollups } from './delete-trace.ts';
import { ADD_MODEL_ROLLUPS, ADD_TOOL_ROLLUPS } from './write-statements.ts';

export async function moveRollups(
  sql: TransactionSql,
  projectId: string,
  { models, tools }: Pick<BatchTotals, 'models' | 'tools'>,
): Promise<void> {
  const moves = (row: object) =>
    Object.values(row).some((value) =>
      Array.isArray(value) ? value.some(Boolean) : typeof value === 'number' && value !== 0,
    );
  for (const [table, add, rows] of [
    ['model_rollups', ADD_MODEL_ROLLUPS, models.filter(moves)],
    ['tool_rollups', ADD_TOOL_ROLLUPS, tools.filter(moves)],
  ] as const) {
    if (rows.length === 0) continue;
    await sql.unsafe(add, [toJson(rows)], { prepare: true });
    await dropEmptyRollups(sql, { table, projectId, rows });
  }
}
