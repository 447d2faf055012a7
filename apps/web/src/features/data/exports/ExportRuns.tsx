'use client';
// What was exported, and what is being exported.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { AbsoluteTime } from '../../../components/figures/AbsoluteTime.tsx';
import { Button } from '../../../components/controls/Button.tsx';
import { NumberCell, RowActions, RowHead, SettingsTable } from '../../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../../components/states/Skeleton.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { duration, NOT_APPLICABLE } from '../../../lib/figures/format.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { toast } from '../../../lib/toast.ts';
import styles from '../data.module.css';
import { isOpen, rowWords, runName, size, stateWords, type ListedRun } from './export-words.ts';

const LOOK_AGAIN_MS = 1_500;

export function ExportRuns({ project }: { project: string }) {
  const { pages, stop } = useRuns(project);
  const runs = pages.data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <>
      {pages.isError ? (
        <ErrorState title="The exports could not be loaded." error={pages.error} onRetry={() => void pages.refetch()} />
      ) : (
        <Loading pending={pages.isPending} skeleton={<Skeleton height="4rem" />}>
          {() => runs.length > 0 && <RunsTable runs={runs} onStop={(id) => stop.mutate({ project, id })} />}
        </Loading>
      )}
      {pages.hasNextPage && (
        <Button onClick={() => void pages.fetchNextPage()} disabled={pages.isFetchingNextPage}>
          Show older exports
        </Button>
      )}
    </>
  );
}

const HEADS = ['Export', 'State', 'Rows', { number: 'Size' }, { number: 'Duration' }, 'Started by'];

function RunsTable({ runs, onStop }: { runs: readonly ListedRun[]; onStop: (id: string) => void }) {
  return (
    <div className={styles.runs}>
      <SettingsTable label="Exports" heads={HEADS}>
        {runs.map((listed) => (
          <RunRow key={listed.run.id} listed={listed} onStop={onStop} />
        ))}
      </SettingsTable>
    </div>
  );
}

function RunRow({ listed, onStop }: { listed: ListedRun; onStop: (id: string) => void }) {
  const { isStopping, run } = listed;
  const name = runName(listed);
  const hasFiles = run.path !== null;
  return (
    <tr>
      <RowHead>
        <PlainText text={name} />
        {run.path !== null && (
          <>
            <br />
            <code className={styles.path}>{run.path}</code>
          </>
        )}
      </RowHead>
      <td>
        <span role="status" className={styles.state}>
          {stateWords(listed)}
        </span>
      </td>
      <td>{hasFiles ? rowWords(listed) : NOT_APPLICABLE}</td>
      <NumberCell>{hasFiles ? size(run.bytes) : NOT_APPLICABLE}</NumberCell>
      <NumberCell>{durationWords(run)}</NumberCell>
      <td>
        <AbsoluteTime time={new Date(run.requested_at)} />
        <br />
        {run.scheduled ? 'Every hour' : <PlainText text={run.requested_by} />}
      </td>
      <RowActions>
        {isOpen(listed) && (
          <Button look="quiet" disabled={isStopping} aria-label={`Stop: ${name}`} onClick={() => onStop(run.id)}>
            Stop
          </Button>
        )}
      </RowActions>
    </tr>
  );
}

const durationWords = ({ started_at: started, finished_at: finished }: ListedRun['run']): string =>
  started === null || finished === null ? NOT_APPLICABLE : duration(Date.parse(finished) - Date.parse(started));

function useRuns(project: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const pages = useInfiniteQuery(
    trpc.exports.runs.infiniteQueryOptions(
      { project },
      {
        getNextPageParam: ({ next }) => next,
        refetchInterval: ({ state }) =>
          state.data?.pages.some((page) => page.runs.some(isOpen)) ? LOOK_AGAIN_MS : false,
      },
    ),
  );
  const stop = useMutation(
    trpc.exports.stop.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.exports.pathKey() }),
      onError: (error) => toast('The export was not stopped.', error.message),
    }),
  );
  return { pages, stop };
}
