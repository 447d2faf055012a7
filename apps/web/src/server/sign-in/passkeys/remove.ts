import type { Sql } from '@subtext/db';

interface Removed {
  userId: string;
  /** undefined = all. */
  id?: string | undefined;
  /** A session of the user that stays, but has proven no passkey any more. */
  keptSession?: string;
}

/** Ends the sessions that the passkeys opened. Resolves to the names of the passkeys. */
export async function removePasskeys(sql: Sql, { userId, id, keptSession = '' }: Removed): Promise<string[]> {
  const removed = await sql<{ id: string; name: string }[]>`
    DELETE FROM passkeys WHERE user_id = ${userId} AND (${id ?? null}::text IS NULL OR id = ${id ?? null})
    RETURNING id, name`;
  const ids = removed.map((passkey) => passkey.id);
  await sql`UPDATE sessions SET passkey_id = NULL WHERE id = ${keptSession} AND passkey_id = ANY (${ids}::text[])`;
  await sql`DELETE FROM sessions WHERE user_id = ${userId} AND passkey_id = ANY (${ids}::text[])`;
  return removed.map(({ name }) => name);
}
