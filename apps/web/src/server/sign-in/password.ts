// The password of an account, hashed by the auth library (scrypt). Nothing here returns or logs a password or a hash.
import { randomUUID } from 'node:crypto';
import type { Sql } from '@subtext/db';
import { hashPassword, verifyPassword } from 'better-auth/crypto';

/** As the auth library writes the accounts that have a password. */
const PROVIDER = 'credential';
const ISSUER = 'local:credential';

const storedHash = async (sql: Sql, userId: string): Promise<string | undefined> => {
  const [account] = await sql<{ password: string | null }[]>`
    SELECT password FROM accounts WHERE issuer = ${ISSUER} AND account_id = ${userId} AND user_id = ${userId}`;
  return account?.password ?? undefined;
};

export const hasPassword = async (sql: Sql, userId: string): Promise<boolean> =>
  (await storedHash(sql, userId)) !== undefined;

/** True also when there is no password yet, which needs no proof. */
export async function isCurrentPassword(sql: Sql, userId: string, password: string): Promise<boolean> {
  const hash = await storedHash(sql, userId);
  return hash === undefined || verifyPassword({ hash, password });
}

export async function storePassword(sql: Sql, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await sql`
    INSERT INTO accounts (id, user_id, account_id, provider_id, issuer, password)
    VALUES (${randomUUID()}, ${userId}, ${userId}, ${PROVIDER}, ${ISSUER}, ${hash})
    ON CONFLICT (issuer, account_id) DO UPDATE SET password = excluded.password, updated_at = now()`;
}
