'use client';
// The passkeys of the user, and the dialogs that add, rename and remove one.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { ConfirmDialog } from '../../components/settings/ConfirmDialog.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { passkeyProblem } from '../../lib/account/passkeys.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';
import { PasskeysTable, type Passkey } from './PasskeysTable.tsx';
import styles from './account.module.css';

const AddPasskeyDialog = dynamic(async () => (await import('./AddPasskeyDialog.tsx')).AddPasskeyDialog);
const RenamePasskeyDialog = dynamic(async () => (await import('./RenamePasskeyDialog.tsx')).RenamePasskeyDialog);

const never = () => () => undefined;
/** The server does not know at which address the browser opened the page. */
const usePasskeyProblem = () => useSyncExternalStore(never, passkeyProblem, () => undefined);

export function PasskeysSection({ onAdded }: { onAdded?: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const passkeys = useQuery(trpc.account.passkeys.queryOptions());
  const methods = useQuery(trpc.account.methods.queryOptions());
  const problem = usePasskeyProblem();
  const [dialog, setDialog] = useState<'add' | { rename: Passkey } | { remove: Passkey }>();
  const close = () => {
    setDialog(undefined);
    void queryClient.invalidateQueries(trpc.account.passkeys.queryFilter());
    void queryClient.invalidateQueries(trpc.account.sessions.queryFilter());
  };
  return (
    <section className={styles.section} aria-labelledby="passkeys">
      <header className={styles.head}>
        <h2 id="passkeys">Passkeys</h2>
        <Button disabled={!methods.data || problem !== undefined} onClick={() => setDialog('add')}>
          Add a passkey…
        </Button>
      </header>
      {problem !== undefined && <p className={styles.note}>{problem}</p>}
      {passkeys.isError ? (
        <ErrorState
          title="Your passkeys could not be loaded."
          error={passkeys.error}
          onRetry={() => void passkeys.refetch()}
        />
      ) : (
        <Loading pending={passkeys.isPending} skeleton={<Skeleton height="1.25rem" />}>
          {() => (
            <PasskeysTable
              passkeys={passkeys.data ?? []}
              onRename={(rename) => setDialog({ rename })}
              onRemove={(remove) => setDialog({ remove })}
            />
          )}
        </Loading>
      )}
      {dialog === 'add' && (
        <AddPasskeyDialog
          hasPassword={methods.data?.password ?? false}
          hasFactor={methods.data?.secondFactor ?? false}
          onClose={close}
          onAdded={() => {
            close();
            onAdded?.();
          }}
        />
      )}
      {typeof dialog === 'object' && 'rename' in dialog && (
        <RenamePasskeyDialog passkey={dialog.rename} onClose={close} />
      )}
      {typeof dialog === 'object' && 'remove' in dialog && <RemovePasskey passkey={dialog.remove} onClose={close} />}
    </section>
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useMutation(
    useTRPC().account.removePasskey.mutationOptions({
      onSuccess: () => {
        toast('Passkey removed.', 'Other sessions that it opened have ended.');
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Remove the passkey ${name}?`}
      description="It no longer signs you in, and other sessions that it opened end. Your device or password manager keeps it until you delete it there."
      action="Remove passkey"
      failed="The passkey was not removed."
      mutation={remove}
      onConfirm={() => remove.mutate({ id })}
      onClose={onClose}
    />
  );
}
