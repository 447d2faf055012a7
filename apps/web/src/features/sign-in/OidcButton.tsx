'use client';
// Goes to the identity provider.
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { goToProvider } from '../../lib/account/sign-in.ts';
import styles from './sign-in.module.css';

export function OidcButton({ name }: { name: string }) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const go = async () => {
    setIsBusy(true);
    const refusal = await goToProvider();
    setProblem(refusal);
    setIsBusy(refusal === undefined);
  };
  return (
    <div className={styles.form}>
      <div>
        <Button look="primary" disabled={isBusy} onClick={() => void go()}>
          Sign in with {name}
        </Button>
      </div>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
