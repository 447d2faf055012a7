'use client';
// The rules for storing new spans: capture levels, masking rules, and a box to test them. Stored spans do not change.
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { SettingsPage } from '../../components/settings/SettingsPage.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { RulesForm } from './RulesForm.tsx';

export function CaptureScreen({ project }: { project: string }) {
  const found = useQuery(useTRPC().capture.get.queryOptions({ project }, { refetchOnWindowFocus: false }));
  return (
    <SettingsPage
      title="Capture and masking"
      lead="What is stored of each span. Rules run before anything is written and apply to new spans only: stored spans do not change. A change takes effect within seconds."
    >
      {found.isError ? (
        <ErrorState title="The rules could not be loaded." error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading pending={found.isPending} skeleton={<Skeleton height="24rem" />}>
          {() => found.data && <RulesForm key={found.data.version} project={project} found={found.data} />}
        </Loading>
      )}
    </SettingsPage>
  );
}
