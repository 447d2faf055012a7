'use client';
// After a price is saved: asks whether it also applies to stored calls, then shows the progress.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { plural } from '../../lib/figures/format.ts';
import { useReprice } from './use-reprice.ts';
import type { OwnPrice } from './price-row.ts';
import styles from './prices.module.css';

interface RepriceDialogProps {
  project: string;
  price: Pick<OwnPrice, 'id' | 'model' | 'validFrom'>;
  onClose: () => void;
}

export function RepriceDialog({ project, price, onClose }: RepriceDialogProps) {
  const reprice = useReprice({ project, id: price.id });
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(true);
  const { state, repriced, traces, error } = reprice;
  const start = () => {
    setAsked(false);
    reprice.start();
  };
  const close = () => {
    reprice.stop();
    // Nearly every query contains costs.
    if (repriced > 0) void queryClient.invalidateQueries();
    onClose();
  };
  return (
    <Dialog open onOpenChange={close} title="The price is saved">
      <DialogForm>
        {isAsked ? (
          <p>
            New calls of {price.model} use it within seconds. Calls since {price.validFrom.slice(0, 10)} that are
            already stored can be repriced, too: costs, totals and charts follow. Costs that the provider reported do
            not change.
          </p>
        ) : (
          <p role="status" className={styles.preview}>
            {plural(traces, 'trace')} searched, {plural(repriced, 'call')} repriced
            {state === 'running' ? ' …' : state === 'done' ? '. Done.' : '. Stopped. You can continue later.'}
          </p>
        )}
        {error != null && <ErrorState inline title="Repricing stopped." error={error} onRetry={start} />}
        <DialogButtons>
          {state === 'running' ? (
            <Button onClick={reprice.stop}>Stop</Button>
          ) : (
            <>
              <Button onClick={close} look={state === 'done' ? 'primary' : undefined}>
                {isAsked ? 'New calls only' : 'Close'}
              </Button>
              {state !== 'done' && (
                <Button look="primary" onClick={start}>
                  {isAsked ? 'Reprice stored calls' : 'Continue'}
                </Button>
              )}
            </>
          )}
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
