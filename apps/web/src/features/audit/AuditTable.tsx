'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../components/controls/Button.tsx';
import { AbsoluteTime } from '../../components/figures/AbsoluteTime.tsx';
import { RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { auditWords } from '../../lib/account/audit-actions.ts';
import { useTRPC, type RouterOutputs } from '../../lib/requests/trpc.ts';
import styles from './audit.module.css';
import type { AuditChoice } from './audit-choice.ts';
import { changesOf } from './changes.ts';

type Entry = RouterOutputs['audit']['list']['items'][number];

export function AuditTable({ project, choice }: { project: string; choice: AuditChoice }) {
  const trpc = useTRPC();
  const pages = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions({ project, ...choice }, { getNextPageParam: ({ next }) => next }),
  );
  const entries = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  if (pages.isError)
    return (
      <ErrorState title="The audit log could not be loaded." error={pages.error} onRetry={() => void pages.refetch()} />
    );
  return (
    <Loading pending={pages.isPending} skeleton={<Skeleton height="12rem" />}>
      {() =>
        entries.length === 0 ? (
          <NoEntries isFiltered={Object.keys(choice).length > 0} />
        ) : (
          <>
            <SettingsTable
              label="Audit log"
              heads={['Action', 'Time', 'User', 'Target', 'Change', 'Address']}
              actions={false}
            >
              {entries.map((entry) => (
                <Row key={entry.id} entry={entry} />
              ))}
            </SettingsTable>
            {pages.hasNextPage && (
              <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                Show more
              </Button>
            )}
          </>
        )
      }
    </Loading>
  );
}

const NoEntries = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No entries match the filter">
      <p>Choose another user, action or range.</p>
    </EmptyState>
  ) : (
    <EmptyState title="Nothing has been recorded yet">
      <p>The next change, export or sign-in appears here.</p>
    </EmptyState>
  );

function Row({ entry: { action, at, actor, target, before, after, address } }: { entry: Entry }) {
  return (
    <tr>
      <RowHead>{auditWords(action)}</RowHead>
      <td>
        <AbsoluteTime time={at} />
      </td>
      <td>
        <PlainText text={actor} />
      </td>
      <td className={styles.values}>{target && <PlainText text={target} />}</td>
      <td className={styles.values}>
        {changesOf(before, after).map(({ name, text }) => (
          <div key={name}>
            <span className={styles.name}>{name}</span> <PlainText text={text} />
          </div>
        ))}
      </td>
      <td>{address ?? 'not known'}</td>
    </tr>
  );
}
