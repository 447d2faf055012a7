// Whose files these are: the same rule of access as everything else, for answers that are no procedures.
import 'server-only';
import { membershipOf, userOf, type Project } from './access.ts';
import { plain } from './file-answer.ts';
import { services } from './services.ts';

/** The project for a member of it; else the answer that refuses, equal for a foreign project and one that does not exist. */
export async function memberProject(request: Request, slug: string): Promise<Project | Response> {
  const { auth, prisma } = services();
  const user = await userOf(auth, request.headers);
  if (!user) return plain('Your session has ended. Sign in again.', 401);
  const membership = await membershipOf(prisma, user.id, slug);
  return membership?.project ?? plain('There is no such project for you.', 404);
}
