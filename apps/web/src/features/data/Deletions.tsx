'use client';
// Deletions of traces by user, session, tag or filter: the newest first, with their receipts.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { SettingsSection } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { isUnfinished } from './deletion-words.ts';
import { DeletionsTable } from './DeletionsTable.tsx';
import styles from './data.module.css';

const DeleteDialog = dynamic(async () => (await import('./DeleteDialog.tsx')).DeleteDialog);

const LOOK_AGAIN_MS = 1_500;

export function Deletions({ project }: { project: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const { pages, stop } = useDeletions(project);
  const deletions = pages.data?.pages.flatMap((page) => page.deletions) ?? [];
  return (
    <section aria-label="Deletions">
      <SettingsSection
        title="Delete traces"
        action={
          <Button look="danger" onClick={() => setIsAsking(true)}>
            Delete traces…
          </Button>
        }
      />
      <p className={styles.about}>
        Deletes all traces of a user, a session, a tag or a filter, with everything that belongs to them, also from the
        costs. Each deletion leaves a receipt.
      </p>
      {pages.isError ? (
        <ErrorState
          title="The deletions could not be loaded."
          error={pages.error}
          onRetry={() => void pages.refetch()}
        />
      ) : (
        <Loading pending={pages.isPending} skeleton={<Skeleton height="4rem" />}>
          {() =>
            deletions.length === 0 ? (
              <p className={styles.note}>Nothing was deleted in this way so far.</p>
            ) : (
              <DeletionsTable deletions={deletions} onStop={(id) => stop.mutate({ project, id })} />
            )
          }
        </Loading>
      )}
      {pages.hasNextPage && (
        <Button onClick={() => void pages.fetchNextPage()} disabled={pages.isFetchingNextPage}>
          Show older deletions
        </Button>
      )}
      {isAsking && <DeleteDialog project={project} onClose={() => setIsAsking(false)} />}
    </section>
  );
}

function useDeletions(project: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const pages = useInfiniteQuery(
    trpc.deletions.list.infiniteQueryOptions(
      { project },
      {
        getNextPageParam: ({ next }) => next,
        refetchInterval: ({ state }) =>
          state.data?.pages.some((page) => page.deletions.some(isUnfinished)) ? LOOK_AGAIN_MS : false,
      },
    ),
  );
  const stop = useMutation(
    trpc.deletions.stop.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.deletions.pathKey() }),
      onError: (error) => toast('The deletion was not stopped.', error.message),
    }),
  );
  return { pages, stop };
}
