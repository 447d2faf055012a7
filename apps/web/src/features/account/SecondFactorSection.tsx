'use client';
// Says whether the user has a second factor, and opens the dialogs that set one up, renew its codes, or remove it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import styles from './account.module.css';

const SetUpFactorDialog = dynamic(async () => (await import('./SetUpFactorDialog.tsx')).SetUpFactorDialog);
const RenewBackupCodesDialog = dynamic(
  async () => (await import('./RenewBackupCodesDialog.tsx')).RenewBackupCodesDialog,
);
const RemoveFactorDialog = dynamic(async () => (await import('./RemoveFactorDialog.tsx')).RemoveFactorDialog);

export function SecondFactorSection({ onSetUp }: { onSetUp?: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const methods = useQuery(trpc.account.methods.queryOptions());
  const [dialog, setDialog] = useState<'set up' | 'remove' | 'new codes'>();
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
        <div className={styles.buttons}>
          {hasFactor && <Button onClick={() => setDialog('new codes')}>New backup codes…</Button>}
          <Button disabled={!methods.data} onClick={() => setDialog(hasFactor ? 'remove' : 'set up')}>
            {hasFactor ? 'Remove second factor…' : 'Set up a second factor…'}
          </Button>
        </div>
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
                ? 'Each sign-in asks for a code of your authenticator app. A passkey does not, nor a link that the operator prints.'
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
      {dialog === 'new codes' && <RenewBackupCodesDialog hasPassword={hasPassword} onClose={close} />}
      {dialog === 'remove' && <RemoveFactorDialog hasPassword={hasPassword} onClose={close} />}
    </section>
  );
}
