/** One transaction around functions that take a pool: the transactions that they begin become savepoints of it. */
import type { Sql, TransactionSql } from './connect.ts';

type Work<Result> = (transaction: TransactionSql) => Promise<Result>;

/** Resolves after the commit. Rolls everything back when `run` rejects. */
export function inTransaction<Result>(sql: Sql, run: (sql: Sql) => Promise<Result>): Promise<Result> {
  return sql.begin((transaction) => run(asPool(transaction))) as Promise<Result>;
}

function asPool(transaction: TransactionSql): Sql {
  const begin = <Result>(work: Work<Result> | string) => {
    if (typeof work === 'string') throw new Error('A savepoint cannot have an isolation level of its own.');
    return transaction.savepoint(work);
  };
  return Object.assign(transaction, { begin }) as unknown as Sql;
}
