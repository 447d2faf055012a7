'use client';
// Says whether the user has a password, and opens the dialog that sets or changes it.
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import styles from './account.module.css';

const PasswordDialog = dynamic(async () => (await import('./PasswordDialog.tsx')).PasswordDialog);

export function PasswordSection() {
  const methods = useQuery(useTRPC().account.methods.queryOptions());
  const [isOpen, setIsOpen] = useState(false);
  const hasPassword = methods.data?.password ?? false;
  return (
    <section className={styles.section} aria-labelledby="password">
      <header className={styles.head}>
        <h2 id="password">Password</h2>
        <Button disabled={!methods.data} onClick={() => setIsOpen(true)}>
          {hasPassword ? 'Change password…' : 'Set a password…'}
        </Button>
      </header>
      {methods.isError ? (
        <ErrorState
          title="Your ways to sign in could not be loaded."
          error={methods.error}
          onRetry={() => void methods.refetch()}
        />
      ) : (
        <Loading pending={methods.isPending} skeleton={<Skeleton height="1.25rem" />}>
          {() => (
            <p>{hasPassword ? 'You can sign in with your e-mail address and password.' : 'You have no password.'}</p>
          )}
        </Loading>
      )}
      {isOpen && <PasswordDialog hasPassword={hasPassword} onClose={() => setIsOpen(false)} />}
    </section>
  );
}
