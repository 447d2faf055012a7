import type { Sql } from '@subtext/db';

/** Without a proof by the user: for an owner and for the operator. Resolves to false when there was none. */
export async function removeSecondFactor(sql: Sql, userId: string): Promise<boolean> {
  await sql`UPDATE users SET two_factor_enabled = false, updated_at = now() WHERE id = ${userId}`;
  const removed = await sql`DELETE FROM two_factors WHERE user_id = ${userId} AND verified`;
  return removed.count > 0;
}
