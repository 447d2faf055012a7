'use client';
// One session: its sums, its cost after each turn, and its turns. All state is in the URL, except turns whose thoughts
// were opened or closed one by one.
import { useMemo } from 'react';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { ButtonLink } from '../../components/controls/Button.tsx';
import { exactCount } from '../../lib/figures/format.ts';
import { isNotFound } from '../../lib/requests/is-not-found.ts';
import { useAddressProblems } from '../../lib/address/use-address-problems.ts';
import { pagePath } from '../../lib/address/pages.ts';
import { TurnCosts } from './TurnCosts.tsx';
import { SessionHeader } from './SessionHeader.tsx';
import { TurnFeed } from './TurnFeed.tsx';
import { CHECKS, useSessionUrl } from './session-url.ts';
import { useOpenTurns } from './use-open-turns.ts';
import { useSession, type SessionAddress } from './use-session.ts';
import styles from './session.module.css';

export function SessionPage(address: SessionAddress) {
  const [url, setUrl] = useSessionUrl();
  useAddressProblems(CHECKS);
  const { summary, turns } = useSession(address);
  const opened = useOpenTurns(address, url.open === 'thoughts');
  const earlier = Math.max(0, (summary.data?.turns ?? 0) - (turns.data?.length ?? 0));
  const numbered = useMemo(
    () => (turns.data ?? []).map((turn, index) => ({ ...turn, number: earlier + index + 1 })),
    [turns.data, earlier],
  );
  if (isNotFound(summary.error)) return <Missing {...address} />;
  const setOpen = (open: boolean) => {
    opened.forget();
    void setUrl({ open: open ? 'thoughts' : null });
  };
  return (
    <div className={styles.page}>
      <SessionHeader {...address} summary={summary.data} open={url.open === 'thoughts'} onOpen={setOpen} />
      {summary.error && (
        <ErrorState
          inline
          title="The totals could not be loaded."
          error={summary.error}
          onRetry={() => void summary.refetch()}
        />
      )}
      {turns.error && !turns.data ? (
        <ErrorState title="The turns could not be loaded." error={turns.error} onRetry={() => void turns.refetch()} />
      ) : (
        <Loading pending={turns.isPending || summary.isPending} skeleton={<TurnsSkeleton />}>
          {() => (
            <>
              <TurnCosts
                turns={numbered}
                table={url.tables}
                onTable={(tables) => void setUrl({ tables: tables || null })}
                onTurn={(turn) => void setUrl({ turn })}
              />
              {earlier > 0 && (
                <p role="status" className={styles.notice}>
                  {exactCount(earlier)} earlier turns are not shown here: the newest {exactCount(numbered.length)} are.
                  Their sums are above; the trace list has them all.
                </p>
              )}
              <TurnFeed
                {...address}
                turns={numbered}
                turn={url.turn}
                onTurn={(turn) => void setUrl({ turn })}
                opened={opened}
              />
            </>
          )}
        </Loading>
      )}
    </div>
  );
}

function Missing({ project }: SessionAddress) {
  return (
    <EmptyState title="There is no such session in this project" isPage>
      <p>No trace has this session id, or the retention deleted its traces.</p>
      <ButtonLink href={pagePath(project, 'sessions')}>All sessions</ButtonLink>
    </EmptyState>
  );
}

function TurnsSkeleton() {
  return (
    <div className={styles.skeletons}>
      <Skeleton height="7rem" />
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} height="5.5rem" />
      ))}
    </div>
  );
}
