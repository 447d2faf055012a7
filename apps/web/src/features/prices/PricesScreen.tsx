'use client';
// The prices of the project's models, one row each, and dialogs to set a price and to apply it to stored calls.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useMemo, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { SettingsPage } from '../../components/settings/SettingsPage.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { PricesTable } from './PricesTable.tsx';
import { priceRows, type OwnPrice, type PriceRow } from './price-row.ts';

const PriceDialog = dynamic(async () => (await import('./PriceDialog.tsx')).PriceDialog);
const OwnPricesDialog = dynamic(async () => (await import('./OwnPricesDialog.tsx')).OwnPricesDialog);
const RepriceDialog = dynamic(async () => (await import('./RepriceDialog.tsx')).RepriceDialog);

type OpenDialog =
  | { what: 'new' }
  | { what: 'set' | 'own'; row: PriceRow }
  | { what: 'reprice'; price: Pick<OwnPrice, 'id' | 'model' | 'validFrom'> };

const LEAD =
  'The price of a million tokens of each model. List prices come with Subtext; your own price replaces them from its date on. A cost that the provider reports takes precedence over both.';

export function PricesScreen({ project }: { project: string }) {
  const prices = useQuery(useTRPC().prices.list.queryOptions({ project }));
  const [dialog, setDialog] = useState<OpenDialog>();
  const rows = useMemo(() => (prices.data ? priceRows(prices.data, new Date()) : []), [prices.data]);
  const close = () => setDialog(undefined);
  const mayChange = prices.data?.mayChange === true;
  const saved = (price: Pick<OwnPrice, 'id' | 'model' | 'validFrom'>) => setDialog({ what: 'reprice', price });
  return (
    <SettingsPage
      title="Prices"
      lead={LEAD}
      action={
        mayChange && (
          <Button look="primary" onClick={() => setDialog({ what: 'new' })}>
            <Plus size={14} aria-hidden />
            New price…
          </Button>
        )
      }
    >
      {prices.isError ? (
        <ErrorState
          title="The prices could not be loaded."
          error={prices.error}
          onRetry={() => void prices.refetch()}
        />
      ) : (
        <Loading pending={prices.isPending} skeleton={<Skeleton height="12rem" />}>
          {() =>
            rows.length > 0 ? (
              <PricesTable
                rows={rows}
                isCapped={prices.data?.isCapped === true}
                mayChange={mayChange}
                onSet={(row) => setDialog({ what: 'set', row })}
                onOwn={(row) => setDialog({ what: 'own', row })}
              />
            ) : (
              <EmptyState title="No model was used in the last 30 days">
                <p>
                  Each model that is called appears here with its price. A price can be given before the first call,
                  too.
                </p>
              </EmptyState>
            )
          }
        </Loading>
      )}
      {dialog?.what === 'new' && <PriceDialog project={project} row={null} onSaved={saved} onClose={close} />}
      {dialog?.what === 'set' && <PriceDialog project={project} row={dialog.row} onSaved={saved} onClose={close} />}
      {dialog?.what === 'own' && (
        <OwnPricesDialog project={project} row={dialog.row} onReprice={saved} onClose={close} />
      )}
      {dialog?.what === 'reprice' && <RepriceDialog project={project} price={dialog.price} onClose={close} />}
    </SettingsPage>
  );
}
