// A signed-in user sets up or removes their second factor.
import { recordAuditOfUser } from '@subtext/db';
import type { AuditAction } from '../../../lib/account/audit-actions.ts';
import { clientAddressOf } from '../../gate/index.ts';
import { failure, requestWith, withCookiesOf, type AuthServices } from '../attempt.ts';
import { isOfApp, type Proof } from './codes.ts';
import { refusedCode, verifyCode, WRONG_CODE } from './verify-code.ts';

export interface OwnFactor {
  request: Request;
  services: AuthServices;
  proof: Proof;
  user: { id: string; hasSecondFactor: boolean };
}

const EXISTS = 'You have a second factor. Remove it before you set up another one.';

/** Resolves to the secret as a URL for apps, and the backup codes: the only time that they leave the server. */
export async function beginSetUp({ request, services, proof, user }: OwnFactor): Promise<Response> {
  if (user.hasSecondFactor) return failure(409, EXISTS);
  const response = await services.auth.handler(requestWith(request, passwordOf(proof)));
  if (!response.ok) return failure(500, 'The server could not answer. Try again.');
  return response;
}

/** A first code proves that the app has the secret. The other sessions end: they were opened without the factor. */
export async function confirmSetUp({ request, services, proof, user }: OwnFactor): Promise<Response> {
  if (user.hasSecondFactor) return failure(409, EXISTS);
  // A backup code would not prove that the app has the secret.
  if (!isOfApp(proof.code)) return failure(403, WRONG_CODE);
  const response = await verifyCode({ request, services, userId: user.id }, proof.code);
  if (!response.ok) return failure(403, await refusedCode(response));
  const kept = sessionTokenOf(response);
  await services.prisma.session.deleteMany({ where: { userId: user.id, ...(kept && { token: { not: kept } }) } });
  await record({ request, services, user }, 'account.setSecondFactor');
  return withCookiesOf(response);
}

export async function removeOwn({ request, services, proof, user }: OwnFactor): Promise<Response> {
  if (!user.hasSecondFactor) return failure(409, 'You have no second factor.');
  const verified = await verifyCode({ request, services, userId: user.id }, proof.code);
  if (!verified.ok) return failure(403, await refusedCode(verified));
  const response = await services.auth.handler(requestWith(request, passwordOf(proof)));
  if (!response.ok) return failure(500, 'The server could not answer. Try again.');
  await record({ request, services, user }, 'account.removeSecondFactor');
  return withCookiesOf(response);
}

/** The codes that there were before stop working. */
export async function renewBackupCodes({ request, services, proof, user }: OwnFactor): Promise<Response> {
  if (!user.hasSecondFactor) return failure(409, 'You have no second factor.');
  const verified = await verifyCode({ request, services, userId: user.id }, proof.code);
  if (!verified.ok) return failure(403, await refusedCode(verified));
  const response = await services.auth.handler(requestWith(request, passwordOf(proof)));
  if (!response.ok) return failure(500, 'The server could not answer. Try again.');
  await record({ request, services, user }, 'account.renewBackupCodes');
  return response;
}

const passwordOf = ({ password }: Proof) => (password === '' ? {} : { password });

/** The session of the cookie that the answer sets: setting up a factor replaces the one of the request. */
function sessionTokenOf(response: Response): string | undefined {
  const cookies = response.headers.getSetCookie().join('\n');
  const value = /session_token=([^;\n]+)/.exec(cookies)?.[1];
  return value && decodeURIComponent(value).split('.')[0];
}

const record = ({ request, services, user }: Omit<OwnFactor, 'proof'>, action: AuditAction) =>
  recordAuditOfUser(services.prisma, { id: user.id, address: clientAddressOf(request.headers) }, { action });
