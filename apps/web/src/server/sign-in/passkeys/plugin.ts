// The auth library's plugin for passkeys (WebAuthn). A passkey here always verifies its user, by a PIN or a fingerprint,
// so it proves two factors by itself.
import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { trustedOrigins } from '../../env.ts';

/** The path at which the auth library opens a session for a passkey. */
export const PASSKEY_SIGN_IN = '/passkey/verify-authentication';

const LOOPBACK = new Set(['127.0.0.1', '[::1]']);

/** The host that passkeys are made for. A passkey of an address without a name is impossible, so loopback has its name. */
export function relyingParty(webUrl: string): string {
  const { hostname } = new URL(webUrl);
  return LOOPBACK.has(hostname) ? 'localhost' : hostname;
}

export const passkeys = (webUrl: string) =>
  passkey({
    rpID: relyingParty(webUrl),
    rpName: 'Subtext',
    origin: trustedOrigins(webUrl),
    // Resident: the sign-in names no user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => requireVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => requireVerified(verification.authenticationInfo.userVerified),
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
  });

/** The library asks for a verified user, but does not insist. */
function requireVerified(isVerified: boolean | undefined): void {
  if (!isVerified) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' });
}
