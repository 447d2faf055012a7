/**
 * Keeps deletions and changes of legal holds apart: whatever deletes traces shares this lock from its look at the holds
 * to its commit, and whatever places a hold has it alone. Without it, a hold could be placed between the two.
 */
import type { Sql, TransactionSql } from './connect.ts';

/** An arbitrary number. */
const LOCK = 7803_1127;

/** Placing a hold waits this long for deletions in progress. */
const LONGEST_WAIT = '10s';

/** Until the end of the transaction, no hold is placed. */
export async function lockHolds(sql: TransactionSql): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${LOCK})`;
}

/** Until the end of the transaction, nothing is deleted. Rejects with SQLSTATE 55P03 when something is for too long. */
export async function lockDeletions(sql: Sql | TransactionSql): Promise<void> {
  await sql.unsafe(`SET LOCAL lock_timeout = '${LONGEST_WAIT}'`);
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`;
}

/** For work of several transactions. */
export async function whileHoldsAreLocked<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  // The lock belongs to its connection, so the work uses others and this one only waits.
  const connection = await sql.reserve();
  try {
    await connection`SELECT pg_advisory_lock_shared(${LOCK})`;
    try {
      return await work();
    } finally {
      await connection`SELECT pg_advisory_unlock_shared(${LOCK})`;
    }
  } finally {
    connection.release();
  }
}
