'use client';
// API keys: a table, and a dialog for each action.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { SettingsPage } from '../../components/settings/SettingsPage.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useMayChange } from '../../lib/account/rights.ts';
import { LOOK_ONLY } from '../../lib/account/roles.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import type { KeyRow } from './key-row.ts';
import { KeysTable } from './KeysTable.tsx';

const NewKeyDialog = dynamic(async () => (await import('./NewKeyDialog.tsx')).NewKeyDialog);
const RenameKeyDialog = dynamic(async () => (await import('./RenameKeyDialog.tsx')).RenameKeyDialog);
const RotateKeyDialog = dynamic(async () => (await import('./RotateKeyDialog.tsx')).RotateKeyDialog);
const RevokeKeyDialog = dynamic(async () => (await import('./RevokeKeyDialog.tsx')).RevokeKeyDialog);

type OpenDialog = { what: 'new' } | { what: 'rename' | 'rotate' | 'revoke'; apiKey: KeyRow };

interface KeysScreenProps {
  project: string;
  ingestUrl: string;
}

export function KeysScreen({ project, ingestUrl }: KeysScreenProps) {
  const keys = useQuery(useTRPC().keys.list.queryOptions({ project }));
  const [dialog, setDialog] = useState<OpenDialog>();
  const mayChange = useMayChange();
  const close = () => setDialog(undefined);
  return (
    <SettingsPage
      title="API keys"
      lead="A key lets an application send its spans to this project, or read them."
      action={
        !mayChange ? (
          <p>{LOOK_ONLY}</p>
        ) : (
          <Button look="primary" onClick={() => setDialog({ what: 'new' })}>
            <Plus size={14} aria-hidden />
            New key…
          </Button>
        )
      }
    >
      {keys.isError ? (
        <ErrorState title="The keys could not be loaded." error={keys.error} onRetry={() => void keys.refetch()} />
      ) : (
        <Loading pending={keys.isPending} skeleton={<Skeleton height="8rem" />}>
          {() =>
            keys.data?.length ? (
              <KeysTable
                keys={keys.data}
                onRename={(apiKey) => setDialog({ what: 'rename', apiKey })}
                onRotate={(apiKey) => setDialog({ what: 'rotate', apiKey })}
                onRevoke={(apiKey) => setDialog({ what: 'revoke', apiKey })}
              />
            ) : (
              <EmptyState title="No keys yet">
                <p>Without a key nothing can be sent to this project.{mayChange && ' Make one with “New key”.'}</p>
              </EmptyState>
            )
          }
        </Loading>
      )}
      {dialog?.what === 'new' && <NewKeyDialog project={project} ingestUrl={ingestUrl} onClose={close} />}
      {dialog?.what === 'rename' && <RenameKeyDialog project={project} apiKey={dialog.apiKey} onClose={close} />}
      {dialog?.what === 'rotate' && (
        <RotateKeyDialog project={project} apiKey={dialog.apiKey} ingestUrl={ingestUrl} onClose={close} />
      )}
      {dialog?.what === 'revoke' && <RevokeKeyDialog project={project} apiKey={dialog.apiKey} onClose={close} />}
    </SettingsPage>
  );
}
