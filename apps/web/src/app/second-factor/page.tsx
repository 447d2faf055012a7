import type { Metadata } from 'next';
import { Logo } from '../../components/Logo.tsx';
import { RequiredFactor } from '../../features/account/RequiredFactor.tsx';
import { requireUserWithoutFactor } from '../../server/access/page-access.ts';
import { services } from '../../server/services.ts';
import styles from '../sign-in/sign-in.module.css';

export const metadata: Metadata = { title: 'Set up a second factor' };

/** The only page that a user without a second factor can open, where the operator requires one. */
export default async function RequiredFactorPage() {
  const { email, needsPasskey } = await requireUserWithoutFactor();
  return (
    <main className={styles.page}>
      <Logo size={32} />
      <h1>One more step</h1>
      <p>
        {needsPasskey
          ? `This Subtext requires a second factor. ${email} has a passkey: sign out, then sign in with it.`
          : `This Subtext requires a second factor. Set one up for ${email} to go on, or add a passkey.`}
      </p>
      <RequiredFactor needsPasskey={needsPasskey} hasPasskeys={!services().env.oidc?.isOnly} />
    </main>
  );
}
