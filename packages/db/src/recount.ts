/**
 * Totals and rollups against a recount of the spans they are made of. The write path moves them in the transaction that stores the spans, so a
 * difference means a fault of ours or a hand in the tables: finding none is what the tests of the write path ask, and what `npm run recount` shows.
 */
import type { Sql, TransactionSql } from './connect.ts';
import { columnsOf, COUNTED_TABLES, findDifferences, repairTable, type CountedTable } from './recount-statements.ts';

/** One figure that is not what the spans say. */
export interface Difference {
  table: CountedTable['table'];
  /** The row: a trace id, or hour, provider, model, agent and effort, or hour and tool. */
  row: string;
  column: string;
  stored: string;
  counted: string;
}

/** In one snapshot, so that it is exact also while spans are being stored. Takes time with the number of spans; blocks nobody. */
export function checkSums(sql: Sql, projectId: string): Promise<Difference[]> {
  return sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', (transaction) => differences(transaction, projectId));
}

/**
 * Writes what the spans say, in one transaction, and resolves to what it found. Meanwhile nobody stores spans: batches wait, and their senders
 * are told to send again.
 */
export function repairSums(sql: Sql, projectId: string): Promise<Difference[]> {
  return sql.begin(async (transaction) => {
    // Every batch begins with an insert into traces: this lets the open ones end and the next ones wait.
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
