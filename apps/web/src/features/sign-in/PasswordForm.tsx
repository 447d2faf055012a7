'use client';
// Signs in with an e-mail address and a password or with a passkey, or asks for a link by mail.
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { TextField } from '../../components/controls/Field.tsx';
import { signInWithPassword } from '../../lib/account/sign-in.ts';
import { MailedLinks } from './MailedLinks.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import styles from './sign-in.module.css';
import { useSignIn } from './use-sign-in.ts';

export function PasswordForm({ hasMail }: { hasMail: boolean }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { problem, setProblem, isBusy, onSubmit } = useSignIn(() => signInWithPassword(email, password));
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <TextField
        label="E-mail"
        {...{ type: 'email', name: 'email', autoComplete: 'username', required: true, maxLength: 254 }}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Password"
        {...{ type: 'password', name: 'password', autoComplete: 'current-password', required: true }}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.links}>
        <Button type="submit" look="primary" disabled={isBusy}>
          Sign in
        </Button>
        <PasskeyButton isDisabled={isBusy} onProblem={setProblem} />
      </div>
      {hasMail && <MailedLinks email={email} onProblem={setProblem} />}
    </form>
  );
}
