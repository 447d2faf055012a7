'use client';
// For how long the traces of each environment are kept; for owners also exports, deletions and legal holds.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { SettingsPage } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import type { Period } from './period.ts';
import { Deletions } from './Deletions.tsx';
import { Exports } from './exports/Exports.tsx';
import { Holds } from './Holds.tsx';
import { RetentionTable } from './RetentionTable.tsx';

const PeriodDialog = dynamic(async () => (await import('./PeriodDialog.tsx')).PeriodDialog);

const LEAD =
  'How long traces are kept. Older traces are deleted every day with their texts, payloads, scores and share links. The hourly costs stay.';

export function DataScreen({ project, isOwner }: { project: string; isOwner: boolean }) {
  const retention = useQuery(useTRPC().retention.list.queryOptions({ project }));
  const [edited, setEdited] = useState<Period | 'new'>();
  return (
    <SettingsPage
      title="Data"
      lead={LEAD}
      action={
        retention.data?.mayChange && (
          <Button look="primary" onClick={() => setEdited('new')}>
            <Plus size={14} aria-hidden />
            Add an environment…
          </Button>
        )
      }
    >
      {retention.isError ? (
        <ErrorState
          title="The retention periods could not be loaded."
          error={retention.error}
          onRetry={() => void retention.refetch()}
        />
      ) : (
        <Loading pending={retention.isPending} skeleton={<Skeleton height="8rem" />}>
          {() => retention.data && <RetentionTable retention={retention.data} onEdit={setEdited} />}
        </Loading>
      )}
      {isOwner && (
        <>
          <Exports project={project} />
          <Deletions project={project} />
          <Holds project={project} />
        </>
      )}
      {edited && (
        <PeriodDialog
          project={project}
          period={edited === 'new' ? null : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </SettingsPage>
  );
}
