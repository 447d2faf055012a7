// The audit entry of a user whom the identity provider named, and who was not let in.
import { FIRST_ORGANIZATION, recordAudit, recordAuditOfUser, type Sql } from '@subtext/db';
import type { AuditAction } from '../../../lib/account/audit-actions.ts';

interface Refusal {
  /** As the provider reported it. */
  email: string;
  /** Network address of the client. */
  address: string;
  response: Response;
}

/**
 * In the logs of the user with the address; that of the first organization, which the operator owns, has addresses of
 * nobody.
 */
export async function recordRefusal(sql: Sql, { email, address, response }: Refusal): Promise<void> {
  const action: AuditAction = 'session.signInFailed';
  const after = { method: 'identity provider', reason: reasonOf(response) };
  const [user] = await sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${email}`;
  if (user) return recordAuditOfUser(sql, { id: user.id, address }, { action, target: email, after });
  const actor = { id: 'no user', email, address };
  await recordAudit(sql, { organizationId: FIRST_ORGANIZATION.id, actor, action, target: email, after });
}

/** The code that the sign-in page explains. */
function reasonOf({ headers }: Response): string {
  const location = URL.parse(headers.get('location') ?? '', 'http://localhost');
  return location?.searchParams.get('error')?.slice(0, 64) ?? 'unknown';
}
