// Requests about passkeys that need the browser's authenticator: to sign in with one, and to add one.
import { failure, type Attempt } from '../attempt.ts';
import { addPasskey, registrationOptions } from './add-passkey.ts';
import { signInOptions, signInWithPasskey } from './sign-in-with-passkey.ts';

type Answer = (request: Request, attempt: Attempt) => Promise<Response>;

const ANSWERS = new Map<string, Answer>([
  ['/api/auth/passkey/generate-authenticate-options', signInOptions],
  ['/api/auth/passkey/verify-authentication', signInWithPasskey],
  ['/api/auth/passkey/generate-register-options', registrationOptions],
  ['/api/auth/passkey/verify-registration', addPasskey],
]);

export async function answerPasskeys(request: Request, attempt: Attempt): Promise<Response> {
  const answer = ANSWERS.get(new URL(request.url).pathname);
  return answer ? answer(request, attempt) : failure(404, 'Not found');
}
