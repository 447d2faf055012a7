/** Work that one process at a time does, among all that use the database. */
import type { Sql } from './connect.ts';

/** `lock`: the number of an advisory lock. Resolves to undefined, and does nothing, while another process has it. */
export async function whileAlone<Result>(
  sql: Sql,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  // The lock belongs to its connection, so the work uses others and this one only waits.
  const connection = await sql.reserve();
  try {
    const [row] = await connection<{ isMine: boolean }[]>`SELECT pg_try_advisory_lock(${lock}) AS "isMine"`;
    if (!row!.isMine) return undefined;
    try {
      return await work();
    } finally {
      await connection`SELECT pg_advisory_unlock(${lock})`;
    }
  } finally {
    connection.release();
  }
}
