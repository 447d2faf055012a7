'use client';
// The second step of a deletion: what it deletes, and its number of traces, which has to be typed.
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { atLeastWords, money, NO_PRICE, plural } from '../../lib/figures/format.ts';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';
import { countWords } from './deletion-words.ts';

type Preview = RouterOutputs['deletions']['preview'];

interface ConfirmDeletionProps {
  preview: Preview;
  request: { isPending: boolean; isError: boolean; error: unknown };
  onConfirm: (traces: number) => void;
  onRecount: () => void;
  onClose: () => void;
}

export function ConfirmDeletion({ preview, request, onConfirm, onRecount, onClose }: ConfirmDeletionProps) {
  const [typed, setTyped] = useState('');
  const { traces, spans, calls, held } = preview;
  const isConfirmed = typed.trim() === String(traces);
  return (
    <DialogForm onSubmit={() => isConfirmed && onConfirm(traces)}>
      <p role="status">
        {countWords(traces, spans, calls)}, {costWords(preview)}, would be deleted. This cannot be undone.
        {held > 0 && ` ${plural(held, 'more matching trace is', 'more matching traces are')} kept by a legal hold.`}
      </p>
      <TextField
        label={
          <>
            Type <code>{traces}</code> to delete them
          </>
        }
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        inputMode="numeric"
        autoFocus
      />
      {request.isError && <ErrorState inline title="Nothing was deleted." error={request.error} onRetry={onRecount} />}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="danger" disabled={!isConfirmed || request.isPending}>
          Delete {plural(traces, 'trace')}
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}

function costWords({ cost, unpriced }: Preview): string {
  if (unpriced === 0) return money(cost);
  return cost === 0n ? NO_PRICE : atLeastWords(money(cost));
}
