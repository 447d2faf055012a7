'use client';
// Changes a retention period, and says first how many traces are deleted at once.
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { SelectField, TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { plural } from '../../lib/figures/format.ts';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { MAX_DAYS, readDays, type Period } from './period.ts';

interface PeriodDialogProps {
  project: string;
  /** null: an environment that is not in the table yet. */
  period: Period | null;
  onClose: () => void;
}

type Choice = 'days' | 'noLimit' | 'asProject';

const CHOICES: readonly (readonly [Choice, string])[] = [
  ['days', 'A number of days'],
  ['noLimit', 'No limit'],
  ['asProject', 'As the project'],
];

const choiceOf = ({ environment, keepDays }: Period): Choice => {
  if (keepDays === undefined) return environment === '' ? 'noLimit' : 'asProject';
  return keepDays === null ? 'noLimit' : 'days';
};

export function PeriodDialog({ project, period, onClose }: PeriodDialogProps) {
  const [environment, setEnvironment] = useState(period?.environment ?? '');
  const [choice, setChoice] = useState<Choice>(period ? choiceOf(period) : 'days');
  const [typed, setTyped] = useState(period?.keepDays ? String(period.keepDays) : '30');
  const isProject = period?.environment === '';
  const days = readDays(typed);
  const isReady = (choice !== 'days' || days !== undefined) && (isProject || environment.trim() !== '');
  const changed = { project, environment: environment.trim(), ...keepDaysOf(choice, days) };
  const { save, expired } = usePeriod(isReady ? changed : undefined, onClose);
  const name = isProject ? 'the whole project' : period?.environment;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name ? `Keep the traces of ${name}` : 'Add an environment'}
      description="Traces that are older are deleted for good, within an hour of the change and then every day."
    >
      <DialogForm onSubmit={() => isReady && save.mutate(changed)}>
        {!period && (
          <TextField
            label="Environment"
            value={environment}
            onChange={(event) => setEnvironment(event.target.value)}
            maxLength={200}
            note="As your spans report it, such as development."
            required
            autoFocus
          />
        )}
        <SelectField
          label="Keep them for"
          options={isProject ? CHOICES.slice(0, 2) : CHOICES}
          value={choice}
          onValue={setChoice}
        />
        {choice === 'days' && (
          <TextField
            label="Days"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            inputMode="numeric"
            required
            note={days === undefined ? `A whole number from 1 to ${MAX_DAYS}.` : undefined}
          />
        )}
        <Consequence isReady={isReady} expired={expired} />
        {save.isError && <ErrorState inline title="The period was not changed." error={save.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look={expired.data ? 'danger' : 'primary'}
            disabled={!isReady || expired.data === undefined || save.isPending}
          >
            {expired.data ? 'Save and delete' : 'Save'}
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}

function keepDaysOf(choice: Choice, days: number | undefined): { keepDays?: number | null } {
  if (choice === 'asProject') return {};
  return { keepDays: choice === 'days' ? (days ?? null) : null };
}

/** The change, and the number of traces that it deletes at once; undefined = the form is not complete. */
function usePeriod(
  changed: { project: string; environment: string; keepDays?: number | null } | undefined,
  onClose: () => void,
) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // Without the count of the period before: it would be taken for that of this one.
  const expired = useQuery(trpc.retention.expired.queryOptions(changed ?? skipToken));
  const save = useMutation(
    trpc.retention.set.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.retention.list.queryFilter());
        toast('Retention changed.');
        onClose();
      },
    }),
  );
  return { save, expired };
}

interface ConsequenceProps {
  isReady: boolean;
  expired: ReturnType<typeof usePeriod>['expired'];
}

function Consequence({ isReady, expired: { data, error, isError, refetch } }: ConsequenceProps) {
  if (!isReady) return null;
  if (isError)
    return (
      <ErrorState inline title="The older traces could not be counted." error={error} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <p role="status">Counting the older traces…</p>;
  return (
    <p role="status">
      {data === 0
        ? 'No stored trace is older.'
        : `${plural(data, 'trace is', 'traces are')} older, and deleted within an hour. This cannot be undone.`}
    </p>
  );
}
