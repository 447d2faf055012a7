import type { Metadata } from 'next';
import { Logo } from '../../../components/Logo.tsx';
import { CodeForm } from '../../../features/sign-in/CodeForm.tsx';
import styles from '../sign-in.module.css';

export const metadata: Metadata = { title: 'Enter a code' };

export default function SecondFactorPage() {
  return (
    <main className={styles.page}>
      <Logo size={32} />
      <h1>Enter a code</h1>
      <CodeForm />
      <p>
        You lost the app and the backup codes? An owner can remove your second factor under Settings, Members. The
        operator can, too: <code className={styles.command}>npm run sign-in-link</code> says how.
      </p>
    </main>
  );
}
