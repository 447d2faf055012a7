'use client';
// Legal holds: what retention and deletions leave, until an owner lifts the hold.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { AbsoluteTime } from '../../components/figures/AbsoluteTime.tsx';
import { Button } from '../../components/controls/Button.tsx';
import { ConfirmDialog } from '../../components/settings/ConfirmDialog.tsx';
import {
  NumberCell,
  RowActions,
  RowHead,
  SettingsSection,
  SettingsTable,
} from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { exactCount, NOT_APPLICABLE } from '../../lib/figures/format.ts';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { holdName, type Hold } from './deletion-words.ts';
import styles from './data.module.css';

const HoldDialog = dynamic(async () => (await import('./HoldDialog.tsx')).HoldDialog);

export function Holds({ project }: { project: string }) {
  const holds = useQuery(useTRPC().holds.list.queryOptions({ project }));
  const [isPlacing, setIsPlacing] = useState(false);
  const [lifted, setLifted] = useState<Hold>();
  return (
    <section aria-label="Legal holds">
      <SettingsSection
        title="Legal holds"
        action={<Button onClick={() => setIsPlacing(true)}>Place a legal hold…</Button>}
      />
      <p className={styles.about}>
        What a hold covers is not deleted, neither after its retention period nor by a deletion. A project with a hold
        cannot be deleted.
      </p>
      {holds.isError ? (
        <ErrorState
          title="The legal holds could not be loaded."
          error={holds.error}
          onRetry={() => void holds.refetch()}
        />
      ) : (
        <Loading pending={holds.isPending} skeleton={<Skeleton height="4rem" />}>
          {() => holds.data && <HoldsTable holds={holds.data} onLift={setLifted} />}
        </Loading>
      )}
      {isPlacing && <HoldDialog project={project} onClose={() => setIsPlacing(false)} />}
      {lifted && <LiftDialog project={project} hold={lifted} onClose={() => setLifted(undefined)} />}
    </section>
  );
}

const HEADS = ['Hold', 'Reason', { number: 'Traces' }, 'Placed', 'Lifted'];

function HoldsTable({ holds, onLift }: { holds: readonly Hold[]; onLift: (hold: Hold) => void }) {
  if (holds.length === 0) return <p className={styles.note}>There is no legal hold.</p>;
  return (
    <SettingsTable label="Legal holds" heads={HEADS}>
      {holds.map((hold) => (
        <tr key={hold.id}>
          <RowHead>
            <PlainText text={holdName(hold)} />
          </RowHead>
          <td>
            <PlainText text={hold.reason} />
          </td>
          <NumberCell>{hold.traces === null ? NOT_APPLICABLE : exactCount(hold.traces)}</NumberCell>
          <td>
            <AbsoluteTime time={hold.placedAt} />
            <br />
            <PlainText text={hold.placedBy} />
          </td>
          <td>
            {hold.liftedAt === null ? (
              NOT_APPLICABLE
            ) : (
              <>
                <AbsoluteTime time={hold.liftedAt} />
                <br />
                <PlainText text={hold.liftedBy ?? ''} />
              </>
            )}
          </td>
          <RowActions>
            {hold.liftedAt === null && (
              <Button look="quiet" aria-label={`Lift the hold: ${holdName(hold)}`} onClick={() => onLift(hold)}>
                Lift…
              </Button>
            )}
          </RowActions>
        </tr>
      ))}
    </SettingsTable>
  );
}

function LiftDialog({ project, hold, onClose }: { project: string; hold: Hold; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const lift = useMutation(
    trpc.holds.lift.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.holds.list.queryFilter());
        toast('Legal hold lifted.');
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Lift the hold: ${holdName(hold)}`}
      description="Retention and deletions apply to these traces again. Expired ones are deleted within a day."
      action="Lift the hold"
      failed="The hold was not lifted."
      mutation={lift}
      onConfirm={() => lift.mutate({ project, id: hold.id })}
      onClose={onClose}
    />
  );
}
