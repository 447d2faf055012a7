'use client';
// Sets a price of the project, and previews what the last 30 days would have cost with it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { PricePreview } from './PricePreview.tsx';
import { RATE_FIELDS, readRate, readRates, typedRates, type TypedRates } from './rates.ts';
import type { OwnPrice, PriceRow } from './price-row.ts';
import styles from './prices.module.css';

interface PriceDialogProps {
  project: string;
  /** null: a model that is not in the table yet. */
  row: PriceRow | null;
  onSaved: (price: Pick<OwnPrice, 'id' | 'model' | 'validFrom'>) => void;
  onClose: () => void;
}

const today = () => new Date().toISOString().slice(0, 10);

export function PriceDialog({ project, row, onSaved, onClose }: PriceDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [names, setNames] = useState({ provider: row?.provider ?? '', model: row?.model ?? '' });
  const [day, setDay] = useState(today);
  const [typed, setTyped] = useState(() => typedRates(row?.rates ?? null));
  const save = useMutation(
    trpc.prices.save.mutationOptions({
      onSuccess: async ({ id }, { model, validFrom }) => {
        await queryClient.invalidateQueries(trpc.prices.list.queryFilter());
        onSaved({ id, model, validFrom });
      },
    }),
  );
  const rates = readRates(typed);
  const isNamed = names.provider.trim() !== '' && names.model.trim() !== '';
  const isReady = rates !== undefined && isNamed && day !== '';
  const submit = () => {
    if (isReady) save.mutate({ project, ...names, validFrom: `${day}T00:00:00.000Z`, ...rates });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={row ? `Price of ${row.model}` : 'New price'}
      description="In dollars per million tokens. An empty cache read or write uses the input price, an empty 1-hour cache write the cache write price, and empty thinking the output price."
    >
      <DialogForm onSubmit={submit}>
        {!row && <NameFields names={names} onChange={setNames} />}
        <RateFields {...{ typed, day }} onType={setTyped} onDay={setDay} />
        {row?.used && rates && <PricePreview used={row.used} rates={rates} />}
        {save.isError && <ErrorState inline title="The price was not saved." error={save.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isReady || save.isPending}>
            Save price
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}

interface Names {
  provider: string;
  model: string;
}

function NameFields({ names, onChange }: { names: Names; onChange: (names: Names) => void }) {
  return (
    <div className={styles.fields}>
      <TextField
        label="Provider"
        value={names.provider}
        onChange={(event) => onChange({ ...names, provider: event.target.value })}
        maxLength={200}
        note="As in your spans, such as openai or anthropic."
        required
        autoFocus
      />
      <TextField
        label="Model"
        value={names.model}
        onChange={(event) => onChange({ ...names, model: event.target.value })}
        maxLength={200}
        note="Also applies to its dated snapshots."
        required
      />
    </div>
  );
}

interface RateFieldsProps {
  typed: TypedRates;
  day: string;
  onType: (typed: TypedRates) => void;
  onDay: (day: string) => void;
}

function RateFields({ typed, day, onType, onDay }: RateFieldsProps) {
  return (
    <div className={styles.fields}>
      {RATE_FIELDS.map(({ name, label, required }) => (
        <TextField
          key={name}
          label={label}
          value={typed[name]}
          onChange={(event) => onType({ ...typed, [name]: event.target.value })}
          inputMode="decimal"
          required={required}
          note={readRate(typed[name]) === undefined ? 'A number of dollars, such as 1.75.' : undefined}
        />
      ))}
      <TextField
        label="Valid from (UTC)"
        type="date"
        value={day}
        onChange={(event) => onDay(event.target.value)}
        required
      />
    </div>
  );
}
