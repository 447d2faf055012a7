'use client';
// Sets a new password with the token of a link.
import { useState, type FormEvent } from 'react';
import { Button, ButtonLink } from '../../components/controls/Button.tsx';
import { isUsable, NewPasswordFields, NO_PASSWORD } from '../../components/controls/NewPasswordFields.tsx';
import { resetPassword } from '../../lib/account/sign-in.ts';
import styles from './sign-in.module.css';

export function NewPasswordForm({ token }: { token: string }) {
  const [chosen, setChosen] = useState(NO_PASSWORD);
  const [outcome, setOutcome] = useState<{ problem?: string | undefined }>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setOutcome({ problem: await resetPassword(token, chosen.password) });
    setIsBusy(false);
  };
  if (outcome && !outcome.problem) return <Saved />;
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <NewPasswordFields value={chosen} onValue={setChosen} autoFocus />
      {outcome && (
        <p role="alert" className={styles.problem}>
          {outcome.problem}
        </p>
      )}
      <div>
        <Button type="submit" look="primary" disabled={isBusy || !isUsable(chosen)}>
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
