import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { Logo } from '../../components/Logo.tsx';
import { PasswordForm } from '../../features/sign-in/PasswordForm.tsx';
import { userOf } from '../../server/access/access.ts';
import { LINK_MINUTES } from '../../server/sign-in/auth.ts';
import { services } from '../../server/services.ts';
import styles from './sign-in.module.css';

export const metadata: Metadata = { title: 'Sign in' };

/** Why the last link failed, by the auth library's error code. */
const REASONS: Readonly<Record<string, string>> = {
  INVALID_TOKEN: `This link was already used or is older than ${LINK_MINUTES} minutes.`,
  EXPIRED_TOKEN: `This link is older than ${LINK_MINUTES} minutes.`,
  new_user_signup_disabled: 'No account of this Subtext belongs to this link.',
  SESSION_ENDED: 'Your session has ended.',
};

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ error?: string | string[] }> }) {
  if (await userOf(services().auth, await headers())) redirect('/');
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
      <PasswordForm hasMail={services().env.mail !== undefined} />
      <p>
        No password yet, or lost it? To get a one-time sign-in link, run{' '}
        <code className={styles.command}>npm run sign-in-link</code> in the folder of Subtext and open what it prints.
      </p>
    </main>
  );
}
