/** The connection pool for everything but the everyday Prisma queries, with types that lose no precision. */
import type { Sql as DriverSql, TransactionSql as DriverTransactionSql } from 'postgres';
import postgres from '../generated/postgres/index.js';

/** `bigint` columns become bigint, because nano-dollars may exceed 2^53. `date` columns become 'YYYY-MM-DD'. */
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
  /** Maximum number of connections; 10 when absent. They are opened when needed. */
  max?: number;
  /** The name shown in pg_stat_activity. */
  applicationName?: string;
  /** A statement that takes longer is canceled; no limit when absent. */
  statementTimeoutMs?: number;
  /**
   * A connection on which the database owes an answer and sends nothing for this long is considered dead. The database
   * ends a transaction that receives nothing for half as long, so that its locks are released. When absent, both sides
   * wait as long as TCP does.
   */
  silenceMs?: number;
  /** A statement ends within a second of its client: for clients that are killed to end their statements. */
  endsWithClient?: boolean;
}

/** How often PostgreSQL looks whether the client of a running statement is still there. */
const CLIENT_CHECK_MS = 1_000;

/**
 * Does not connect yet. `timestamptz` values become Date (milliseconds), `bytea` values Buffer. End the pool with
 * `sql.end()`.
 */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Sql {
  return postgres(databaseUrl, {
    max: options.max ?? 10,
    idle_timeout: 60,
    connect_timeout: 5,
    // Reconnects within a second after the database is back.
    backoff: (attempt) => Math.min(2 ** attempt / 50, 1),
    types: TYPES,
    onnotice: () => {},
    // Our copy of the driver has this option (repair-driver.ts).
    ...(options.silenceMs !== undefined && { silence: options.silenceMs / 1_000 }),
    connection: {
      application_name: options.applicationName ?? 'subtext',
      TimeZone: 'UTC',
      ...(options.statementTimeoutMs === undefined ? {} : { statement_timeout: options.statementTimeoutMs }),
      ...(options.endsWithClient && { client_connection_check_interval: CLIENT_CHECK_MS }),
      ...(options.silenceMs !== undefined && { idle_in_transaction_session_timeout: options.silenceMs / 2 }),
    },
  });
}

export interface PoolState {
  /** Connections that are open or being opened. */
  size: number;
  /** Open connections that run a statement or are held by a transaction. */
  inUse: number;
  /** Statements and transactions waiting for a connection. */
  waiting: number;
}

/** Returns how busy the connections of `sql` are now. */
export function poolState(sql: Sql): PoolState {
  // Our copy of the driver has this function (repair-driver.ts).
  return (sql as unknown as { pool(): PoolState }).pool();
}
