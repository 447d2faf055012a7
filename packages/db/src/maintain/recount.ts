/**
 * Compares totals and rollups with a recount of the spans. The write path changes them in the transaction that stores
 * the spans, so a difference means a defect in our code or a manual change of the tables. The tests of the write path
 * require that there is none, and `npm run recount` shows any.
 */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import {
  columnsOf,
  COUNTED_TABLES,
  findDifferences,
  repairTable,
  type CountedTable,
} from '../rows/recount-statements.ts';

/** A stored figure that differs from the recount. */
export interface Difference {
  table: CountedTable['table'];
  /** The row's key: a trace id; or hour, provider, model, agent and effort; or hour and tool. */
  row: string;
  column: string;
  stored: string;
  counted: string;
}

/**
 * Reads one snapshot, so the result is exact even while spans are being stored. Takes time in proportion to the number
 * of spans, and blocks no one.
 */
export function checkSums(sql: Sql, projectId: string): Promise<Difference[]> {
  return sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', (transaction) => differences(transaction, projectId));
}

/**
 * Writes the recounted values in one transaction and resolves to the differences that it found. No spans are stored
 * meanwhile: batches wait, and their senders are asked to send again.
 */
export function repairSums(sql: Sql, projectId: string): Promise<Difference[]> {
  return sql.begin(async (transaction) => {
    // Every batch begins with an insert into traces, so this lock waits for the open batches and blocks new ones.
    await transaction`LOCK TABLE traces IN SHARE ROW EXCLUSIVE MODE`;
    const found = await differences(transaction, projectId);
    const tables = new Set(found.map(({ table }) => table));
    for (const counted of COUNTED_TABLES)
      if (tables.has(counted.table)) await transaction.unsafe(repairTable(counted), [projectId]);
    return found;
  });
}

async function differences(sql: TransactionSql, projectId: string): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const counted of COUNTED_TABLES) {
    type Row = { key: string[]; stored: string[]; counted: string[] };
    for (const row of await sql.unsafe<Row[]>(findDifferences(counted), [projectId])) {
      for (const [index, column] of columnsOf(counted).entries()) {
        const [before, anew] = [row.stored[index]!, row.counted[index]!];
        if (before === anew) continue;
        found.push({ table: counted.table, row: row.key.join(' '), column, stored: before, counted: anew });
      }
    }
  }
  return found;
}
