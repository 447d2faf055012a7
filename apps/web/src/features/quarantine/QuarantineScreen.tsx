'use client';
// Data that could not be stored: by reason, row by row, with the available actions. Nothing is removed automatically.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { SettingsPage } from '../../components/settings/SettingsPage.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { ReasonsTable } from './ReasonsTable.tsx';
import { RowsTable } from './RowsTable.tsx';
import { LOOK_AGAIN_MS } from './use-quarantine.ts';

const LEAD =
  'Spans and log records that could not be stored are kept here with the reason. Reprocess them after an upgrade that can read them, or after the rules of the sender are fixed; what can then be stored leaves this list.';

export function QuarantineScreen({ project }: { project: string }) {
  const [reason, setReason] = useState<string>();
  const found = useQuery(
    useTRPC().quarantine.reasons.queryOptions(
      { project },
      { refetchInterval: ({ state }) => (state.data?.reasons.some(({ asked }) => asked > 0) ? LOOK_AGAIN_MS : false) },
    ),
  );
  const reasons = found.data?.reasons ?? [];
  const mayChange = found.data?.mayChange === true;
  const chosen = reasons.some((one) => one.reason === reason) ? reason : undefined;
  return (
    <SettingsPage title="Quarantine" lead={LEAD}>
      {found.isError ? (
        <ErrorState title="Quarantine could not be loaded." error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading pending={found.isPending} skeleton={<Skeleton height="8rem" />}>
          {() =>
            reasons.length === 0 ? (
              <EmptyState title="Nothing is in quarantine">
                <p>Everything that was sent to this project has been stored.</p>
              </EmptyState>
            ) : (
              <>
                <ReasonsTable
                  project={project}
                  reasons={reasons}
                  mayChange={mayChange}
                  shown={chosen}
                  onShow={(next) => setReason(next === chosen ? undefined : next)}
                />
                <RowsTable key={chosen} project={project} reason={chosen} mayChange={mayChange} />
              </>
            )
          }
        </Loading>
      )}
    </SettingsPage>
  );
}
