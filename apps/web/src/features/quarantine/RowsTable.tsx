'use client';
// The quarantined rows, newest first and paginated; the bytes of a row are loaded on demand.
import { useInfiniteQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { NumberCell, RowActions, RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { exactCount } from '../../lib/figures/format.ts';
import { useTRPC, type RouterOutputs } from '../../lib/requests/trpc.ts';
import { sizeText } from './size.ts';
import { LOOK_AGAIN_MS, useReplay } from './use-quarantine.ts';

const BodyDialog = dynamic(async () => (await import('./BodyDialog.tsx')).BodyDialog);

type Item = RouterOutputs['quarantine']['list']['items'][number];

interface RowsTableProps {
  project: string;
  reason: string | undefined;
  mayChange: boolean;
}

export function RowsTable({ project, reason, mayChange }: RowsTableProps) {
  const trpc = useTRPC();
  const pages = useInfiniteQuery(
    trpc.quarantine.list.infiniteQueryOptions(
      { project, reason },
      {
        getNextPageParam: ({ next }) => next,
        refetchInterval: ({ state }) =>
          state.data?.pages.some(({ items }) => items.some(({ isAsked }) => isAsked)) ? LOOK_AGAIN_MS : false,
      },
    ),
  );
  const replay = useReplay();
  const [open, setOpen] = useState<Item>();
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (pages.isError)
    return (
      <ErrorState title="The rows could not be loaded." error={pages.error} onRetry={() => void pages.refetch()} />
    );
  return (
    <Loading pending={pages.isPending} skeleton={<Skeleton height="12rem" />}>
      {() => (
        <>
          <SettingsTable
            label="Quarantined"
            heads={['Received', 'Reason', 'Kind', { number: 'Size' }, { number: 'Times' }]}
          >
            {items.map((item) => (
              <Row key={item.id} item={item} onLook={() => setOpen(item)}>
                {mayChange && (
                  <Button
                    look="quiet"
                    disabled={item.isAsked || replay.isPending}
                    onClick={() => replay.mutate({ project, id: item.id })}
                  >
                    {item.isAsked ? 'Reprocessing…' : 'Reprocess'}
                  </Button>
                )}
              </Row>
            ))}
          </SettingsTable>
          {pages.hasNextPage && (
            <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              Show more
            </Button>
          )}
          {open && (
            <BodyDialog project={project} item={open} mayChange={mayChange} onClose={() => setOpen(undefined)} />
          )}
        </>
      )}
    </Loading>
  );
}

/** `children`: what else can be done with the row. */
function Row({ item, onLook, children }: { item: Item; onLook: () => void; children: ReactNode }) {
  return (
    <tr>
      <RowHead>
        <RelativeTime time={item.lastAt} ago />
      </RowHead>
      <td>
        <PlainText text={item.refusedBecause ?? item.reason} />
      </td>
      <td>{item.contentType.includes('logs') ? 'log record' : 'span'}</td>
      <NumberCell>{sizeText(item.bytes)}</NumberCell>
      <NumberCell>{exactCount(item.times)} ×</NumberCell>
      <RowActions>
        <Button look="quiet" onClick={onLook}>
          Look
        </Button>
        {children}
      </RowActions>
    </tr>
  );
}
