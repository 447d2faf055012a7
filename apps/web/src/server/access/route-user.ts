// The user of a request to a route that is not a procedure.
import 'server-only';
import { services } from '../services.ts';
import { plain } from '../trpc/file-answer.ts';
import { lacksRequiredFactor, SECOND_FACTOR_REQUIRED, userOf, type User } from './access.ts';

/** The user; else the refusal, as the tRPC gate refuses. */
export async function routeUser({ headers }: Request): Promise<User | Response> {
  const { auth, env } = services();
  const user = await userOf(auth, headers);
  if (!user) return plain('Your session has ended. Sign in again.', 401);
  return lacksRequiredFactor(env, user) ? plain(SECOND_FACTOR_REQUIRED, 403) : user;
}
