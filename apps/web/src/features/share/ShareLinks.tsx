'use client';
// The links of a trace that work: what they show, who made them, how long, when last used; and how to end them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/Button.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { RowActions, RowHead, SettingsTable } from '../../components/SettingsPage.tsx';
import { Loading, Skeleton } from '../../components/Skeleton.tsx';
import { absoluteTime } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/trpc.ts';
import { kindsIn } from './share-words.ts';
import styles from './share.module.css';

interface ShareLinksProps {
  project: string;
  trace: string;
}

export function ShareLinks({ project, trace }: ShareLinksProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const links = useQuery(trpc.shareLinks.list.queryOptions({ project, trace }));
  const revoke = useMutation(
    trpc.shareLinks.revoke.mutationOptions({
      onSuccess: () => toast('Link revoked.', 'It shows nothing from now on.'),
      onSettled: () => queryClient.invalidateQueries(trpc.shareLinks.list.queryFilter()),
    }),
  );
  if (links.isError)
    return (
      <ErrorState
        inline
        title="The links could not be loaded."
        error={links.error}
        onRetry={() => void links.refetch()}
      />
    );
  return (
    <Loading pending={links.isPending} skeleton={<Skeleton height="3rem" />}>
      {() =>
        links.data?.length ? (
          <>
            {revoke.isError && <ErrorState inline title="The link was not revoked." error={revoke.error} />}
            <SettingsTable label="Links to this trace" heads={['Shows', 'Made by', 'Ends', 'Last used']}>
              {links.data.map((link) => (
                <tr key={link.id}>
                  <RowHead>{kindsIn(link.shows, true) || 'no text'}</RowHead>
                  <td>
                    <PlainText text={link.createdBy} />
                  </td>
                  <td>{link.expiresAt ? absoluteTime(link.expiresAt).slice(0, 10) : 'never'}</td>
                  <td>{link.lastUsedAt ? <RelativeTime time={link.lastUsedAt} ago /> : 'never'}</td>
                  <RowActions>
                    <Button
                      look="quiet"
                      disabled={revoke.isPending}
                      onClick={() => revoke.mutate({ project, trace, id: link.id })}
                      aria-label={`Revoke the link that shows ${kindsIn(link.shows, true) || 'no text'}`}
                    >
                      Revoke
                    </Button>
                  </RowActions>
                </tr>
              ))}
            </SettingsTable>
          </>
        ) : (
          <p className={styles.quiet}>No link to this trace works now.</p>
        )
      }
    </Loading>
  );
}
