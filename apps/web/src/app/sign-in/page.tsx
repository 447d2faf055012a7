import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { Logo } from '../../components/Logo.tsx';
import { OidcButton } from '../../features/sign-in/OidcButton.tsx';
import { PasswordForm } from '../../features/sign-in/PasswordForm.tsx';
import { LINK_MINUTES } from '../../lib/account/link-minutes.ts';
import { userOf } from '../../server/access/access.ts';
import { services } from '../../server/services.ts';
import styles from './sign-in.module.css';

export const metadata: Metadata = { title: 'Sign in' };

/** Why the last link failed, by the auth library's error code. */
const REASONS: Readonly<Record<string, string>> = {
  INVALID_TOKEN: `This link was already used or is older than ${LINK_MINUTES} minutes.`,
  EXPIRED_TOKEN: `This link is older than ${LINK_MINUTES} minutes.`,
  new_user_signup_disabled: 'No account of this Subtext belongs to this link.',
  email_not_verified: 'The identity provider does not confirm your e-mail address. Verify it there, then try again.',
  domain_not_allowed: 'Addresses of this domain cannot sign in here.',
  no_project: 'You have no project here yet. Ask an owner for an invitation, then sign in again.',
  account_not_linked:
    'An account with this address exists, and the identity provider does not prove that it is yours. Use a link instead.',
  provider_unreachable: 'The identity provider cannot be reached. Try again, or ask the operator for a link.',
  invalid_code: 'The identity provider did not confirm this sign-in, or cannot be reached. Try again.',
  unable_to_get_user_info: 'The identity provider did not say who you are, or cannot be reached. Try again.',
  state_mismatch: 'This sign-in took too long, or began in another browser. Try again.',
  state_not_found: 'This sign-in took too long, or began in another browser. Try again.',
  access_denied: 'The identity provider did not let you in.',
  SESSION_ENDED: 'Your session has ended.',
};

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ error?: string | string[] }> }) {
  if (await userOf(services().auth, await headers())) redirect('/');
  const { oidc, mail } = services().env;
  const { error } = await searchParams;
  const reason =
    typeof error === 'string' ? (Object.hasOwn(REASONS, error) ? REASONS[error] : 'Sign-in failed.') : undefined;
  return (
    <main className={styles.page}>
      <Logo size={32} />
      <h1>Sign in to Subtext</h1>
      {reason && (
        <p role="alert" className={styles.reason}>
          {reason}
        </p>
      )}
      {oidc && <OidcButton name={oidc.name} />}
      {oidc && !oidc.isOnly && <p>Or with your e-mail address:</p>}
      {!oidc?.isOnly && <PasswordForm hasMail={mail !== undefined} />}
      <p>
        {oidc?.isOnly ? 'Cannot sign in?' : 'No password yet, or lost it?'} To get a one-time sign-in link, run{' '}
        <code className={styles.command}>npm run sign-in-link</code> in the folder of Subtext and open what it prints.
      </p>
    </main>
  );
}
