'use client';
// Finishes a sign-in with a code of the second factor.
import { useState } from 'react';
import { Button, ButtonLink } from '../../components/controls/Button.tsx';
import { TextField } from '../../components/controls/Field.tsx';
import { signInWithCode } from '../../lib/account/sign-in.ts';
import styles from './sign-in.module.css';
import { useSignIn } from './use-sign-in.ts';

export function CodeForm() {
  const [code, setCode] = useState('');
  const { problem, isBusy, onSubmit } = useSignIn(() => signInWithCode(code));
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <TextField
        label="Code"
        {...{ name: 'code', autoComplete: 'one-time-code', required: true, maxLength: 20, autoFocus: true }}
        {...{ spellCheck: false, autoCapitalize: 'none' }}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        note="The 6 digits that your authenticator app shows for Subtext, or one of your backup codes."
      />
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.links}>
        <Button type="submit" look="primary" disabled={isBusy || code === ''}>
          Sign in
        </Button>
        <ButtonLink href="/sign-in" look="quiet">
          Start again
        </ButtonLink>
      </div>
    </form>
  );
}
