// Requests of a signed-in user about their second factor.
import { post } from './auth-request.ts';

export interface NewFactor {
  /** For an app, as a URL that a QR code contains. */
  url: string;
  /** The same secret to type in. */
  secret: string;
  backupCodes: readonly string[];
}

/** Nothing is asked for before `confirmFactor`. @throws Error with a sentence when the server refused. */
export async function beginFactor(password: string): Promise<NewFactor> {
  const { totpURI = '', backupCodes = [] } = await done('enable', { password });
  return { url: totpURI, secret: URL.parse(totpURI)?.searchParams.get('secret') ?? '', backupCodes };
}

/** Proves that the app has the secret. Ends the other sessions. */
export const confirmFactor = (code: string) => done('verify-totp', { code });

export const removeFactor = (proof: { code: string; password: string }) => done('disable', proof);

/** Resolves to the new codes; those that there were before stop working. */
export async function renewBackupCodes(proof: { code: string; password: string }): Promise<readonly string[]> {
  const { backupCodes = [] } = await done('generate-backup-codes', proof);
  return backupCodes;
}

async function done(action: string, body: Readonly<Record<string, string>>) {
  const answer = await post(`/api/auth/two-factor/${action}`, body);
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}
