'use client';
// The sessions of the user: device, address and last use of each, and buttons that end them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/controls/Button.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { RowActions, RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { plural } from '../../lib/figures/format.ts';
import { useTRPC, type RouterOutputs } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';
import styles from './account.module.css';

type OpenSession = RouterOutputs['account']['sessions'][number];

export function SignedInDevices() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const sessions = useQuery(trpc.account.sessions.queryOptions());
  const reload = () => queryClient.invalidateQueries(trpc.account.sessions.queryFilter());
  const others = useMutation(
    trpc.account.endOtherSessions.mutationOptions({
      onSuccess: async (count) => {
        await reload();
        toast('Signed out everywhere else.', `${plural(count, 'session')} ended.`);
      },
    }),
  );
  const isAlone = (sessions.data?.length ?? 0) < 2;
  return (
    <section className={styles.section} aria-labelledby="devices">
      <header className={styles.head}>
        <h2 id="devices">Where you are signed in</h2>
        <Button disabled={isAlone || others.isPending} onClick={() => others.mutate()}>
          Sign out everywhere else
        </Button>
      </header>
      {others.isError && <ErrorState inline title="The other sessions did not end." error={others.error} />}
      {sessions.isError ? (
        <ErrorState
          title="Your sessions could not be loaded."
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      ) : (
        <Loading pending={sessions.isPending} skeleton={<Skeleton height="8rem" />}>
          {() => <SessionsTable sessions={sessions.data ?? []} onEnded={reload} />}
        </Loading>
      )}
    </section>
  );
}

interface SessionsTableProps {
  sessions: readonly OpenSession[];
  onEnded: () => Promise<void>;
}

function SessionsTable({ sessions, onEnded }: SessionsTableProps) {
  const end = useMutation(
    useTRPC().account.endSession.mutationOptions({
      onSuccess: () => toast('Session ended.'),
      // A session that had already ended leaves the list, too.
      onSettled: onEnded,
    }),
  );
  return (
    <>
      {end.isError && <ErrorState inline title="The session did not end." error={end.error} />}
      <SettingsTable label="Sessions" heads={['Device', 'Address', 'Signed in', 'Last seen']}>
        {sessions.map(({ id, device, address, since, lastSeen, isThis }) => (
          <tr key={id}>
            <RowHead>
              <PlainText text={device ?? 'Unknown device'} />
              {isThis && ' (this one)'}
            </RowHead>
            <td>{address ?? 'not recorded'}</td>
            <td>
              <RelativeTime time={since} ago />
            </td>
            <td>{isThis ? 'now' : <RelativeTime time={lastSeen} ago />}</td>
            <RowActions>
              {!isThis && (
                <Button
                  look="quiet"
                  disabled={end.isPending}
                  onClick={() => end.mutate({ id })}
                  aria-label={`End the session of ${device ?? 'an unknown device'}`}
                >
                  End
                </Button>
              )}
            </RowActions>
          </tr>
        ))}
      </SettingsTable>
    </>
  );
}
