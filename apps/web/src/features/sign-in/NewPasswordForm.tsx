'use client';
// Sets a new password with the token of a link.
import { useState, type FormEvent } from 'react';
import { Button, ButtonLink } from '../../components/controls/Button.tsx';
import { TextField } from '../../components/controls/Field.tsx';
import { PASSWORD_LENGTH } from '../../lib/account/password-length.ts';
import { resetPassword } from '../../lib/account/sign-in.ts';
import styles from './sign-in.module.css';

export function NewPasswordForm({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [outcome, setOutcome] = useState<{ problem?: string | undefined }>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setOutcome({ problem: await resetPassword(token, password) });
    setIsBusy(false);
  };
  if (outcome && !outcome.problem) return <Saved />;
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label="New password"
        {...{ type: 'password', autoComplete: 'new-password', required: true, autoFocus: true }}
        {...{ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max }}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        note={`At least ${PASSWORD_LENGTH.min} characters. A sentence is easy to remember.`}
      />
      <TextField
        label="New password, again"
        {...{ type: 'password', autoComplete: 'new-password', required: true, maxLength: PASSWORD_LENGTH.max }}
        value={repeated}
        onChange={(event) => setRepeated(event.target.value)}
        note={repeated !== '' && repeated !== password && 'The two passwords differ.'}
      />
      {outcome && (
        <p role="alert" className={styles.problem}>
          {outcome.problem}
        </p>
      )}
      <div>
        <Button
          type="submit"
          look="primary"
          disabled={isBusy || password.length < PASSWORD_LENGTH.min || repeated !== password}
        >
          Save password
        </Button>
      </div>
    </form>
  );
}

const Saved = () => (
  <>
    <p role="status">The password is saved, and your sessions have ended.</p>
    <div>
      <ButtonLink href="/sign-in" look="primary">
        Sign in
      </ButtonLink>
    </div>
  </>
);
