'use client';
// The quarantined data as text, and why it could not be stored.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { DialogButtons } from '../../components/settings/SettingsPage.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useTRPC, type RouterOutputs } from '../../lib/requests/trpc.ts';
import { DropDialog } from './DropDialog.tsx';
import { sizeText } from './size.ts';
import styles from './quarantine.module.css';

interface BodyDialogProps {
  project: string;
  item: RouterOutputs['quarantine']['list']['items'][number];
  mayChange: boolean;
  onClose: () => void;
}

export function BodyDialog({ project, item, mayChange, onClose }: BodyDialogProps) {
  const body = useQuery(useTRPC().quarantine.body.queryOptions({ project, id: item.id }));
  const [isDropping, setDropping] = useState(false);
  if (isDropping) return <DropDialog project={project} what={{ id: item.id }} count={1} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} wide title="Quarantined" description={<PlainText text={item.reason} />}>
      {item.replayedAt && (
        <p>
          Reprocessed <RelativeTime time={item.replayedAt} ago />: <PlainText text={item.refusedBecause ?? ''} />
        </p>
      )}
      {body.isError ? (
        <ErrorState inline title="It could not be loaded." error={body.error} onRetry={() => void body.refetch()} />
      ) : (
        <Loading pending={body.isPending} skeleton={<Skeleton height="8rem" />}>
          {() =>
            body.data && (
              <>
                <pre className={styles.body} tabIndex={0} aria-label="What was sent">
                  <PlainText text={body.data.text} />
                </pre>
                {body.data.shownBytes < body.data.totalBytes && (
                  <p>
                    The first {sizeText(body.data.shownBytes)} of {sizeText(body.data.totalBytes)}.
                  </p>
                )}
              </>
            )
          }
        </Loading>
      )}
      <DialogButtons>
        {mayChange && <Button onClick={() => setDropping(true)}>Delete…</Button>}
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
