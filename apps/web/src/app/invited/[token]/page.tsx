import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { Button } from '../../../components/controls/Button.tsx';
import { Logo } from '../../../components/Logo.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { acceptPath } from '../../../lib/address/invitation-path.ts';
import { invitedBy, type Invited } from '../../../server/sign-in/invited.ts';
import { services } from '../../../server/services.ts';
import styles from '../../sign-in/sign-in.module.css';

export const metadata: Metadata = {
  title: 'Invitation',
  robots: { index: false, follow: false, noarchive: true },
  // The form sends its origin, and the URL is not leaked to other sites.
  referrer: 'same-origin',
};

/** Shows what the invitation is for. Opening the page does not accept it. */
export default async function InvitedPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invited = await invitedBy(services(), token, await headers());
  return (
    <main className={styles.page}>
      <Logo size={32} />
      {invited.how === 'over' ? (
        <>
          <h1>This invitation does not work</h1>
          <p>It was already used, was revoked, or has expired. Ask the sender for a new one.</p>
        </>
      ) : (
        <Invitation invited={invited} token={token} />
      )}
    </main>
  );
}

function Invitation({ invited, token }: { invited: Exclude<Invited, { how: 'over' }>; token: string }) {
  const { project, email, role } = invited.invitation;
  return (
    <>
      <h1>
        Join <PlainText text={project.name} />
      </h1>
      <p>
        You are invited to see the thoughts, actions and costs of the agents of this project: as <strong>{role}</strong>
        , with the address <strong>{email}</strong>.
      </p>
      {invited.how === 'join' && (
        <form method="post" action={acceptPath(token)}>
          <Button type="submit" look="primary">
            Join
          </Button>
        </form>
      )}
      {invited.how === 'other' && (
        <p role="alert" className={styles.reason}>
          You are signed in as {invited.email}. Sign out, then open this link again.
        </p>
      )}
      {invited.how === 'sign in' && (
        <p role="alert" className={styles.reason}>
          Sign in as {email} first, then open this link again. The operator of this Subtext creates a sign-in link for
          an existing account with <code className={styles.command}>npm run sign-in-link -- --email {email}</code>
        </p>
      )}
    </>
  );
}
