'use client';
// Says whether the user has a second factor, and opens the dialog that sets one up or removes it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import styles from './account.module.css';

const SetUpFactorDialog = dynamic(async () => (await import('./SetUpFactorDialog.tsx')).SetUpFactorDialog);
const RemoveFactorDialog = dynamic(async () => (await import('./RemoveFactorDialog.tsx')).RemoveFactorDialog);

export function SecondFactorSection({ onSetUp }: { onSetUp?: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const methods = useQuery(trpc.account.methods.queryOptions());
  const [dialog, setDialog] = useState<'set up' | 'remove'>();
  const hasFactor = methods.data?.secondFactor ?? false;
  const hasPassword = methods.data?.password ?? false;
  const close = () => {
    setDialog(undefined);
    void queryClient.invalidateQueries(trpc.account.methods.queryFilter());
    void queryClient.invalidateQueries(trpc.account.sessions.queryFilter());
  };
  return (
    <section className={styles.section} aria-labelledby="second-factor">
      <header className={styles.head}>
        <h2 id="second-factor">Second factor</h2>
        <Button disabled={!methods.data} onClick={() => setDialog(hasFactor ? 'remove' : 'set up')}>
          {hasFactor ? 'Remove second factor…' : 'Set up a second factor…'}
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
            <p>
              {hasFactor
                ? 'Each sign-in asks for a code of your authenticator app. A link that the operator prints does not.'
                : 'You have none. With one, each sign-in also asks for a code of an app on your phone.'}
            </p>
          )}
        </Loading>
      )}
      {dialog === 'set up' && (
        <SetUpFactorDialog
          hasPassword={hasPassword}
          onClose={close}
          onDone={() => {
            close();
            onSetUp?.();
          }}
        />
      )}
      {dialog === 'remove' && <RemoveFactorDialog hasPassword={hasPassword} onClose={close} />}
    </section>
  );
}
