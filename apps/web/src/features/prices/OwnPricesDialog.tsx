'use client';
// The project's prices of one model: their periods, apply one to stored calls, delete one.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { NumberCell, RowActions, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { RATE_FIELDS, rateWords } from './rates.ts';
import type { OwnPrice, PriceRow } from './price-row.ts';

interface OwnPricesDialogProps {
  project: string;
  row: PriceRow;
  onReprice: (price: OwnPrice) => void;
  onClose: () => void;
}

export function OwnPricesDialog({ project, row, onReprice, onClose }: OwnPricesDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const drop = useMutation(
    trpc.prices.drop.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.prices.list.queryFilter());
        toast('Price removed.');
        onClose();
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      wide
      title={`Own prices of ${row.model}`}
      description="Each price applies from its date until the next one. Removing a price does not change stored costs."
    >
      <SettingsTable label="Own prices" heads={['Valid from', ...RATE_FIELDS.map(({ head }) => ({ number: head }))]}>
        {row.own.map((price) => (
          <tr key={price.id}>
            <th scope="row">{price.validFrom.slice(0, 10)}</th>
            {RATE_FIELDS.map(({ name }) => (
              <NumberCell key={name}>{price[name] === null ? '—' : rateWords(price[name])}</NumberCell>
            ))}
            <RowActions>
              <Button look="quiet" onClick={() => onReprice(price)}>
                Reprice…
              </Button>
              <Button look="quiet" disabled={drop.isPending} onClick={() => drop.mutate({ project, id: price.id })}>
                Remove
              </Button>
            </RowActions>
          </tr>
        ))}
      </SettingsTable>
      {drop.isError && <ErrorState inline title="The price was not removed." error={drop.error} />}
    </Dialog>
  );
}
