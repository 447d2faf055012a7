'use client';
// The links of a trace that work: what they show, who made them, how long, when last used; and how to end them.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { AbsoluteDate } from '../../components/figures/AbsoluteDate.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { RowActions, RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useMayChange } from '../../lib/account/rights.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { RevokeLinkDialog } from './RevokeLinkDialog.tsx';
import { shownBy } from './share-words.ts';
import styles from './share.module.css';

interface ShareLinksProps {
  project: string;
  trace: string;
}

export function ShareLinks({ project, trace }: ShareLinksProps) {
  const trpc = useTRPC();
  const mayChange = useMayChange();
  const [ending, setEnding] = useState<string>();
  const links = useQuery(trpc.shareLinks.list.queryOptions({ project, trace }));
  const toRevoke = links.data?.find(({ id }) => id === ending);
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
            <SettingsTable
              label="Links to this trace"
              heads={['Shows', 'Created by', 'Ends', 'Last used']}
              actions={mayChange}
            >
              {links.data.map((link) => (
                <tr key={link.id}>
                  <RowHead>{shownBy(link)}</RowHead>
                  <td>
                    <PlainText text={link.createdBy} />
                  </td>
                  <td>{link.expiresAt ? <AbsoluteDate time={link.expiresAt} /> : 'never'}</td>
                  <td>{link.lastUsedAt ? <RelativeTime time={link.lastUsedAt} ago /> : 'never'}</td>
                  {mayChange && (
                    <RowActions>
                      <Button
                        look="quiet"
                        aria-haspopup="dialog"
                        onClick={() => setEnding(link.id)}
                        aria-label={`Revoke the link that shows ${shownBy(link)}`}
                      >
                        Revoke
                      </Button>
                    </RowActions>
                  )}
                </tr>
              ))}
            </SettingsTable>
            {toRevoke && (
              <RevokeLinkDialog project={project} trace={trace} link={toRevoke} onClose={() => setEnding(undefined)} />
            )}
          </>
        ) : (
          <p className={styles.quiet}>This trace has no active links.</p>
        )
      }
    </Loading>
  );
}
