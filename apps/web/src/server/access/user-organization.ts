// Finds the organization of a user for routes that are not procedures, with the same access rule.
import 'server-only';
import { organizationsOfUser, type AuditActor } from '@subtext/db';
import * as z from 'zod';
import { clientAddressOf } from '../gate/index.ts';
import { services } from '../services.ts';
import { plain } from '../trpc/file-answer.ts';
import { actorOf } from './access.ts';
import { routeUser } from './route-user.ts';

interface OrganizationOfUser {
  id: string;
  role: string;
  /** For the audit log. */
  actor: AuditActor;
}

const ID = z.uuid();

/** The organization; else the refusal, equal for a foreign one and one that does not exist. */
export async function userOrganization(request: Request, id: string): Promise<OrganizationOfUser | Response> {
  const user = await routeUser(request);
  if (user instanceof Response) return user;
  const { sql } = services();
  const [organization] = ID.safeParse(id).success ? await organizationsOfUser(sql, { userId: user.id, id }) : [];
  if (!organization) return plain('There is no such organization for you.', 404);
  return { ...organization, actor: actorOf(user, clientAddressOf(request.headers)) };
}
