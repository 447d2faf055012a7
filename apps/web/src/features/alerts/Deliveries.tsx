'use client';
// The messages that were sent or wait to be sent, with the answers of their receivers.
import { useQuery } from '@tanstack/react-query';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { NumberCell, RowHead, SettingsSection, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { Tag } from '../../components/text/Tag.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { deliveryWords, messageWords, type Delivery } from './alert-words.ts';
import styles from './alerts.module.css';

const SOON_MS = 2_000;
const LOOK_AGAIN_MS = 60_000;

/** While a message waits for its first attempt, its answer comes within seconds. */
const isAwaited = ({ attempts, nextAttemptAt }: Delivery) => attempts === 0 && nextAttemptAt !== null;

export function Deliveries({ project }: { project: string }) {
  const found = useQuery(
    useTRPC().alerts.deliveries.queryOptions(
      { project },
      {
        refetchInterval: ({ state }) => (state.data?.deliveries.some(isAwaited) ? SOON_MS : LOOK_AGAIN_MS),
      },
    ),
  );
  return (
    <>
      <SettingsSection title="Messages" />
      {found.isError ? (
        <ErrorState
          title="The messages could not be loaded."
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading pending={found.isPending} skeleton={<Skeleton height="4rem" />}>
          {() => found.data && <Table deliveries={found.data.deliveries} />}
        </Loading>
      )}
    </>
  );
}

function Table({ deliveries }: { deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return <p>No message was sent yet. “Send a test” sends one.</p>;
  const heads = ['Message', 'Destination', 'Delivery', 'Created', { number: 'Attempts' }, 'Answer'];
  return (
    <SettingsTable label="Messages" heads={heads} actions={false}>
      {deliveries.map((delivery) => {
        const { words, tone } = deliveryWords(delivery);
        return (
          <tr key={delivery.id}>
            <RowHead>{messageWords(delivery)}</RowHead>
            <td>{delivery.destination ?? 'removed'}</td>
            <td>
              <Tag tone={tone}>{words}</Tag>
            </td>
            <td>
              <RelativeTime time={delivery.createdAt} ago />
            </td>
            <NumberCell>{delivery.attempts}</NumberCell>
            <td className={styles.sentence}>
              {delivery.lastStatus !== null && `${delivery.lastStatus} `}
              <PlainText text={delivery.lastAnswer ?? ''} />
            </td>
          </tr>
        );
      })}
    </SettingsTable>
  );
}
