import type { Metadata } from 'next';
import { Logo } from '../../components/Logo.tsx';
import { RequiredFactor } from '../../features/account/RequiredFactor.tsx';
import { requireUserWithoutFactor } from '../../server/access/page-access.ts';
import styles from '../sign-in/sign-in.module.css';

export const metadata: Metadata = { title: 'Set up a second factor' };

/** The only page that a user without a second factor can open, where the operator requires one. */
export default async function RequiredFactorPage() {
  const { email } = await requireUserWithoutFactor();
  return (
    <main className={styles.page}>
      <Logo size={32} />
      <h1>One more step</h1>
      <p>This Subtext requires a second factor. Set one up for {email} to go on.</p>
      <RequiredFactor />
    </main>
  );
}
