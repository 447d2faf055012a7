import type { Metadata } from 'next';
import { Button } from '../../../../components/controls/Button.tsx';
import { Logo } from '../../../../components/Logo.tsx';
import styles from '../../sign-in.module.css';

export const metadata: Metadata = { title: 'Sign in', robots: { index: false, follow: false, noarchive: true } };

/** Opening the page does not use up the link, because scanners of mail open every link; the button does. */
export default async function SignInLinkPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return (
    <main className={styles.page}>
      <Logo size={32} />
      <h1>Sign in to Subtext</h1>
      <form action="/api/auth/magic-link/verify">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="callbackURL" value="/signed-in" />
        <input type="hidden" name="errorCallbackURL" value="/sign-in" />
        <Button type="submit" look="primary">
          Sign in
        </Button>
      </form>
    </main>
  );
}
