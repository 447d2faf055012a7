'use client';
// The keys of model providers that experiments ask with. A key is never shown again, only its last four characters.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { AbsoluteTime } from '../../components/figures/AbsoluteTime.tsx';
import { ConfirmDialog } from '../../components/settings/ConfirmDialog.tsx';
import { RowActions, RowHead, SettingsPage, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { useMayChange } from '../../lib/account/rights.ts';
import { useTRPC, type RouterOutputs } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';

const NewKeyDialog = dynamic(async () => (await import('./NewKeyDialog.tsx')).NewKeyDialog);

type Key = RouterOutputs['providerKeys']['list'][number];

const LEAD =
  'Experiments ask model providers with these keys, which are stored encrypted and never shown again. Only owners add and remove them.';

export function ProviderKeysScreen({ project, isOwner }: { project: string; isOwner: boolean }) {
  const keys = useQuery(useTRPC().providerKeys.list.queryOptions({ project }));
  const mayEdit = useMayChange() && isOwner;
  const [open, setOpen] = useState<'new' | Key>();
  return (
    <SettingsPage
      title="Provider keys"
      lead={LEAD}
      action={
        mayEdit && (
          <Button look="primary" onClick={() => setOpen('new')}>
            <Plus size={14} aria-hidden />
            Add a key…
          </Button>
        )
      }
    >
      {keys.isError ? (
        <ErrorState title="The keys could not be loaded." error={keys.error} onRetry={() => void keys.refetch()} />
      ) : (
        <Loading pending={keys.isPending} skeleton={<Skeleton height="8rem" />}>
          {() => keys.data && <KeysTable keys={keys.data} onRemove={mayEdit ? setOpen : undefined} />}
        </Loading>
      )}
      {open === 'new' && <NewKeyDialog project={project} onClose={() => setOpen(undefined)} />}
      {open && open !== 'new' && (
        <RemoveKeyDialog project={project} removed={open} onClose={() => setOpen(undefined)} />
      )}
    </SettingsPage>
  );
}

function KeysTable({ keys, onRemove }: { keys: readonly Key[]; onRemove: ((key: Key) => void) | undefined }) {
  if (keys.length === 0)
    return (
      <EmptyState title="No keys yet">
        <p>
          An experiment needs a key of its provider, or a worker that has one: <code>npx subtext experiment run</code>.
        </p>
      </EmptyState>
    );
  return (
    <SettingsTable
      label="Provider keys"
      heads={['Label', 'Provider', 'Key', 'Base URL', 'Added']}
      actions={onRemove !== undefined}
    >
      {keys.map((key) => (
        <tr key={key.id}>
          <RowHead>
            <PlainText text={key.label} />
          </RowHead>
          <td>{key.provider}</td>
          <td>
            <code>…{key.lastFour}</code>
          </td>
          <td>{key.baseUrl === null ? 'the provider’s own' : <PlainText text={key.baseUrl} />}</td>
          <td>
            <AbsoluteTime time={key.createdAt} />
            <br />
            <PlainText text={key.savedBy} />
          </td>
          {onRemove && (
            <RowActions>
              <Button look="quiet" onClick={() => onRemove(key)} aria-label={`Remove ${key.label}`}>
                Remove…
              </Button>
            </RowActions>
          )}
        </tr>
      ))}
    </SettingsTable>
  );
}

function RemoveKeyDialog({ project, removed, onClose }: { project: string; removed: Key; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.providerKeys.remove.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.providerKeys.list.queryFilter());
        toast('Key removed.');
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Remove ${removed.label}?`}
      description="Experiments that ask with it fail. The key itself stays valid at the provider; revoke it there."
      action="Remove key"
      failed="The key was not removed."
      mutation={remove}
      onConfirm={() => remove.mutate({ project, id: removed.id })}
      onClose={onClose}
    />
  );
}
