// Finds the member's project for routes that are not procedures, with the same access rule.
import 'server-only';
import { recordAudit, type Access, type AuditActor } from '@subtext/db';
import { mayReadTexts, NO_TEXTS } from '../../lib/account/roles.ts';
import type { AuditAction } from '../../lib/account/audit-actions.ts';
import { clientAddressOf } from '../gate/index.ts';
import { accessTo, actorOf, membershipOf, type Project } from './access.ts';
import { routeUser } from './route-user.ts';
import { plain } from '../trpc/file-answer.ts';
import { whileHeld } from '../live/access-watch.ts';
import { liveShared } from '../live/live-shared.ts';
import { services } from '../services.ts';

export interface MemberProject extends Project {
  access: Access;
  role: string;
  /** For the audit log. */
  actor: AuditActor;
}

/** Called before the first byte is sent, so that nothing leaves unrecorded. `target`: never a text of a trace. */
export const recordExport = ({ id, actor }: MemberProject, action: AuditAction, target: string): Promise<void> =>
  recordAudit(services().sql, { projectId: id, actor, action, target });

/** A file breaks off when the member loses access while it is sent. */
export const forMember = ({ access }: MemberProject, file: Response): Response =>
  whileHeld(file, liveShared(services().sql).access.hold(access));

/** The same for a route that answers with texts. */
export async function memberProjectWithTexts(request: Request, slug: string): Promise<MemberProject | Response> {
  const project = await memberProject(request, slug);
  return project instanceof Response || mayReadTexts(project.role) ? project : plain(NO_TEXTS, 403);
}

/**
 * The project for a member of it; else the refusal, equal for a foreign project and one that does not exist.
 */
export async function memberProject(request: Request, slug: string): Promise<MemberProject | Response> {
  const user = await routeUser(request);
  if (user instanceof Response) return user;
  const membership = await membershipOf(services().sql, user.id, slug);
  if (!membership) return plain('There is no such project for you.', 404);
  const { project, role } = membership;
  const actor = actorOf(user, clientAddressOf(request.headers));
  return { ...project, role, actor, access: accessTo(project.id, user) };
}
