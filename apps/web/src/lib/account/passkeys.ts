// Passkeys in the browser: adding one, and signing in with one.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { post } from './auth-request.ts';

/** Why this page cannot use passkeys; undefined = it can. Browsers offer them only on https and localhost. */
export function passkeyProblem(): string | undefined {
  const { hostname, port, protocol } = window.location;
  if (/^127\.|^\[::1\]$/.test(hostname))
    return `Passkeys do not work at ${hostname}. Open Subtext at ${protocol}//localhost${port && `:${port}`} instead.`;
  if (/^[\d.]+$|^\[/.test(hostname))
    return 'Passkeys do not work at an IP address. Open Subtext by its name, over https.';
  if (!window.isSecureContext) return 'Passkeys need https, or localhost. This page was opened over plain http.';
  if (!('PublicKeyCredential' in window)) return 'This browser does not support passkeys.';
  return undefined;
}

/** Resolves to a sentence when it was refused; else the next page is on its way. */
export async function signInWithPasskey(): Promise<string | undefined> {
  const problem = passkeyProblem();
  if (problem !== undefined) return problem;
  const options = await post('/api/auth/passkey/generate-authenticate-options', {});
  if (options.error !== undefined) return options.error;
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    const response = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
    const { error } = await post('/api/auth/passkey/verify-authentication', { response });
    if (error === undefined) window.location.assign('/signed-in');
    return error;
  } catch (error) {
    return reasonOf(error);
  }
}

interface PasskeyToAdd {
  /** Empty = the server chooses one. */
  name: string;
  password: string;
  code: string;
}

/** Resolves to its name. @throws Error with a sentence when it was refused. */
export async function addPasskey({ name, ...proof }: PasskeyToAdd): Promise<string> {
  const options = await post('/api/auth/passkey/generate-register-options', proof);
  if (options.error !== undefined) throw new Error(options.error);
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).catch(
    (error: unknown) => {
      throw new Error(reasonOf(error));
    },
  );
  const added = await post('/api/auth/passkey/verify-registration', { name, response });
  if (added.error !== undefined) throw new Error(added.error);
  return added.name ?? name;
}

/** By the names that the WebAuthn standard gives errors. */
const REASONS: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: the question was closed, or took too long.',
  AbortError: 'No passkey was used: the question was closed.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys of this Subtext do not work at this address. Open it at the address that its operator set.',
  NotSupportedError: 'This device cannot make a passkey that asks for a PIN or a fingerprint.',
  ConstraintError: 'This device cannot make a passkey that asks for a PIN or a fingerprint.',
};

const reasonOf = (error: unknown): string =>
  (error instanceof Error && REASONS[error.name]) || 'The passkey could not be used. Try again.';
