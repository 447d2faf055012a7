'use client';
// Asks for a link by mail: to sign in, or to set a new password.
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { LINK_MINUTES } from '../../lib/account/link-minutes.ts';
import { askForResetLink, askForSignInLink } from '../../lib/account/sign-in.ts';
import styles from './sign-in.module.css';

interface MailedLinksProps {
  /** As it stands in the form. */
  email: string;
  onProblem: (problem: string | undefined) => void;
}

export function MailedLinks({ email, onProblem }: MailedLinksProps) {
  const [sentTo, setSentTo] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const send = async (ask: (email: string) => Promise<string | undefined>) => {
    setIsBusy(true);
    setSentTo(undefined);
    const problem = email.trim() === '' ? 'Enter your e-mail address first.' : await ask(email);
    onProblem(problem);
    if (problem === undefined) setSentTo(email.trim());
    setIsBusy(false);
  };
  return (
    <>
      <div className={styles.links}>
        <Button disabled={isBusy} onClick={() => void send(askForSignInLink)}>
          E-mail me a sign-in link
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={() => void send(askForResetLink)}>
          I forgot my password
        </Button>
      </div>
      <p role="status">
        {sentTo &&
          `If an account has the address ${sentTo}, a link is on its way. It works once, for ${LINK_MINUTES} minutes.`}
      </p>
    </>
  );
}
