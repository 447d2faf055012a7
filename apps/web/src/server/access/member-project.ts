// Finds the member's project for routes that are not procedures, with the same access rule.
import 'server-only';
import type { Access } from '@subtext/db';
import { accessTo, membershipOf, userOf, type Project } from './access.ts';
import { plain } from '../trpc/file-answer.ts';
import { whileHeld } from '../live/access-watch.ts';
import { liveShared } from '../live/live-shared.ts';
import { services } from '../services.ts';

export interface MemberProject extends Project {
  access: Access;
}

/** A file breaks off when the member loses access while it is sent. */
export const forMember = ({ access }: MemberProject, file: Response): Response =>
  whileHeld(file, liveShared(services().sql).access.hold(access));

/**
 * The project for a member of it; else the refusal, equal for a foreign project and one that does not exist.
 */
export async function memberProject(request: Request, slug: string): Promise<MemberProject | Response> {
  const { auth, prisma } = services();
  const user = await userOf(auth, request.headers);
  if (!user) return plain('Your session has ended. Sign in again.', 401);
  const membership = await membershipOf(prisma, user.id, slug);
  if (!membership) return plain('There is no such project for you.', 404);
  return { ...membership.project, access: accessTo(membership.project.id, user) };
}
