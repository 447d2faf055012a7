// The state of a user who has a passkey and has not used it, where the operator requires a second factor.
import type { AuthServices } from '../attempt.ts';
import { hasSecondFactor } from '../second-factor/plugin.ts';

export const SIGN_IN_WITH_PASSKEY = 'You have a passkey. Sign out, then sign in with it.';

export interface Proofs {
  /** Asked for when they sign in. */
  hasSecondFactor: boolean;
  /** The session was opened by a passkey, which proves two factors, or one was added in it. */
  hasProvenPasskey: boolean;
}

/** `found`: as the auth library returns a session. */
export const proofsOf = (found: { user: object; session: { passkeyId?: string | null | undefined } }): Proofs => ({
  hasSecondFactor: hasSecondFactor(found.user),
  hasProvenPasskey: Boolean(found.session.passkeyId),
});

/**
 * True when only the passkey leads on: otherwise a thief of the password could set up a second factor of their own, or
 * remove the passkey.
 */
export async function needsPasskey(
  { env, prisma }: Pick<AuthServices, 'env' | 'prisma'>,
  { id: userId, hasSecondFactor, hasProvenPasskey }: Proofs & { id: string },
): Promise<boolean> {
  if (!env.isSecondFactorRequired || hasSecondFactor || hasProvenPasskey) return false;
  return (await prisma.passkey.count({ where: { userId } })) > 0;
}
