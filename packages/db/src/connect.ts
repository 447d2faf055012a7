/** The pool that everything but the everyday Prisma queries goes through, with types that lose nothing. */
import type { Sql as DriverSql, TransactionSql as DriverTransactionSql } from 'postgres';
import postgres from './generated/postgres/index.js';

/** `bigint` columns are bigint (nano-dollars pass 2^53 one day), `date` columns are 'YYYY-MM-DD'. */
const TYPES = {
  bigint: postgres.BigInt,
  date: {
    to: 1082,
    from: [1082],
    serialize: (day: string) => day,
    parse: (day: string) => day,
  },
};

export type Sql = DriverSql<{ bigint: bigint; date: string }>;
export type TransactionSql = DriverTransactionSql<{ bigint: bigint; date: string }>;

export interface ConnectOptions {
  /** Connections at most; 10 when absent. They are opened when needed. */
  max?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** A statement that takes longer is cancelled; no limit when absent. */
  statementTimeoutMs?: number;
  /**
   * A database that says nothing for so long while it owes an answer is taken for gone, and ends by itself a transaction in which it hears nothing
   * for half as long, so that its locks are free again; waits as long as TCP does when absent.
   */
  silenceMs?: number;
}

/** Opens no connection yet. `timestamptz` comes as Date (milliseconds), `bytea` as Buffer. End it with `sql.end()`. */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Sql {
  return postgres(databaseUrl, {
    max: options.max ?? 10,
    idle_timeout: 60,
    connect_timeout: 5,
    // A database that comes back is found within a second.
    backoff: (attempt) => Math.min(2 ** attempt / 50, 1),
    types: TYPES,
    onnotice: () => {},
    // An option of our copy of the driver (repair-driver.ts).
    ...(options.silenceMs !== undefined && { silence: options.silenceMs / 1_000 }),
    connection: {
      application_name: options.applicationName ?? 'subtext',
      TimeZone: 'UTC',
      ...(options.statementTimeoutMs === undefined ? {} : { statement_timeout: options.statementTimeoutMs }),
      ...(options.silenceMs !== undefined && { idle_in_transaction_session_timeout: options.silenceMs / 2 }),
    },
  });
}

export interface PoolState {
  /** Connections that are open or being opened. */
  size: number;
  /** Open connections at work or held by a transaction. */
  inUse: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
}

/** How busy the connections of `sql` are now. */
export function poolState(sql: Sql): PoolState {
  // Added to our copy of the driver (repair-driver.ts).
  return (sql as unknown as { pool(): PoolState }).pool();
}
