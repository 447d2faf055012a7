import type { Metadata } from 'next';
import { Logo } from '../../../../components/Logo.tsx';
import { NewPasswordForm } from '../../../../features/sign-in/NewPasswordForm.tsx';
import styles from '../../sign-in.module.css';

export const metadata: Metadata = {
  title: 'Set a new password',
  robots: { index: false, follow: false, noarchive: true },
};

/** The link is used up by saving a password, not by opening the page. */
export default async function ResetPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return (
    <main className={styles.page}>
      <Logo size={32} />
      <h1>Set a new password</h1>
      <NewPasswordForm token={token} />
    </main>
  );
}
