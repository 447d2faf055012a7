'use client';
// Where messages go, with a test for each.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/controls/Button.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { RowActions, RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { useMayChange } from '../../lib/account/rights.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';
import { KIND_WORDS } from '../../components/settings/SendTo.tsx';
import type { Destination } from './alert-words.ts';

interface DestinationsTableProps {
  project: string;
  destinations: readonly Destination[];
  onRemove: (destination: Destination) => void;
}

export function DestinationsTable({ project, destinations, onRemove }: DestinationsTableProps) {
  const mayChange = useMayChange();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const test = useMutation(
    trpc.alerts.test.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.alerts.deliveries.queryFilter());
        toast('Test queued.', 'It is sent within seconds; “Messages” below shows the answer.');
      },
      onError: (error) => toast('The test was not sent.', error.message),
    }),
  );
  return (
    <SettingsTable label="Destinations" heads={['Name', 'Kind', 'Address']} actions={mayChange}>
      {destinations.map((destination) => (
        <tr key={destination.id}>
          <RowHead>{destination.name}</RowHead>
          <td>{KIND_WORDS[destination.kind]}</td>
          <td>
            <PlainText text={destination.address} />
          </td>
          {mayChange && (
            <RowActions>
              <Button
                look="quiet"
                disabled={test.isPending}
                onClick={() => test.mutate({ project, id: destination.id })}
                aria-label={`Send a test to ${destination.name}`}
              >
                Send a test
              </Button>
              <Button look="quiet" onClick={() => onRemove(destination)} aria-label={`Remove ${destination.name}`}>
                Remove…
              </Button>
            </RowActions>
          )}
        </tr>
      ))}
    </SettingsTable>
  );
}
