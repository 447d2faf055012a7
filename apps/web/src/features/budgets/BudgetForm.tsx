'use client';
// The fields of a budget.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../components/controls/Button.tsx';
import { SelectField, TextField } from '../../components/controls/Field.tsx';
import { SendTo } from '../../components/settings/SendTo.tsx';
import { DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { useRouter } from '../../lib/address/address-state.ts';
import { budgetPath, settingsPath } from '../../lib/address/settings-pages.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';
import { budgetOf, dollarsProblem, thresholdsProblem, type BudgetDraft } from './budget-draft.ts';
import type { Budget, Destination } from './budget-words.ts';
import { OWNERS_ONLY } from './owners-only.ts';
import styles from './budgets.module.css';

interface BudgetFormProps {
  project: string;
  /** Absent: a new budget. */
  id: string | undefined;
  draft: BudgetDraft;
  destinations: readonly Destination[];
  mayChange: boolean;
  onDraft: (draft: BudgetDraft) => void;
}

export function BudgetForm({ project, id, draft, destinations, mayChange, onDraft }: BudgetFormProps) {
  const save = useSave(project, id);
  const budget = budgetOf(draft);
  const change = (some: Partial<BudgetDraft>) => onDraft({ ...draft, ...some });
  return (
    <DialogForm onSubmit={() => budget && mayChange && save.run({ name: draft.name, budget })}>
      <TextField
        label="Name"
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        maxLength={60}
        required
        autoFocus={id === undefined}
      />
      <Fields draft={draft} isNew={id === undefined} onChange={change} />
      <SendTo
        destinations={destinations}
        chosen={draft.destinations}
        onChosen={(chosen) => change({ destinations: chosen })}
        none="There is no destination yet, so a reached threshold is shown here and sent nowhere. Destinations are under Alerts."
      />
      {save.error !== null && <ErrorState inline title="The budget was not saved." error={save.error} />}
      {mayChange ? (
        <div className={styles.buttons}>
          <Button type="submit" look="primary" disabled={!budget || draft.name.trim() === '' || save.isPending}>
            {id === undefined ? 'Create budget' : 'Save budget'}
          </Button>
          <ButtonLink href={settingsPath(project, 'budgets')}>Cancel</ButtonLink>
        </div>
      ) : (
        <p>{OWNERS_ONLY}</p>
      )}
    </DialogForm>
  );
}

function useSave(project: string, id: string | undefined) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const saved = async (name: string, of: string) => {
    await queryClient.invalidateQueries({ queryKey: trpc.budgets.pathKey() });
    toast(id === undefined ? 'Budget created.' : 'Budget saved.', name);
    router.push(id === undefined ? budgetPath(project, of) : settingsPath(project, 'budgets'));
  };
  const create = useMutation(
    trpc.budgets.create.mutationOptions({ onSuccess: (created, { name }) => saved(name, created.id) }),
  );
  const change = useMutation(
    trpc.budgets.change.mutationOptions({ onSuccess: (_data, { name, id: of }) => saved(name, of) }),
  );
  const { isPending, error } = id === undefined ? create : change;
  const run = (input: { name: string; budget: Budget }) =>
    id === undefined ? create.mutate({ project, ...input }) : change.mutate({ project, id, ...input });
  return { run, isPending, error };
}

const SUBJECTS = [
  ['project', 'The whole project'],
  ['agent', 'An agent'],
  ['user', 'A user'],
] as const;

const PERIODS = [
  ['day', 'Each day (UTC)'],
  ['week', 'Each week from Monday (UTC)'],
  ['month', 'Each month (UTC)'],
] as const;

interface FieldsProps {
  draft: BudgetDraft;
  isNew: boolean;
  onChange: (some: Partial<BudgetDraft>) => void;
}

function Fields({ draft, isNew, onChange }: FieldsProps) {
  const { subject, period, dollars, thresholds } = draft;
  // An empty field is not called wrong before anything was typed.
  const amountProblem = isNew && dollars === '' ? undefined : dollarsProblem(dollars);
  const problem = thresholdsProblem(thresholds);
  return (
    <div className={styles.fields}>
      <SelectField
        label="Spend of"
        options={SUBJECTS}
        value={subject}
        onValue={(chosen) => onChange({ subject: chosen })}
      />
      {subject !== 'project' && (
        <TextField
          label={subject === 'agent' ? 'Name of the agent' : 'ID of the user'}
          value={draft.subjectName}
          onChange={(event) => onChange({ subjectName: event.target.value })}
          note="Exactly as its spans report it."
          maxLength={200}
          required
        />
      )}
      <TextField
        label="Amount, in dollars"
        value={dollars}
        onChange={(event) => onChange({ dollars: event.target.value })}
        inputMode="decimal"
        note={amountProblem}
        aria-invalid={amountProblem !== undefined}
        required
      />
      <SelectField label="Period" options={PERIODS} value={period} onValue={(chosen) => onChange({ period: chosen })} />
      <TextField
        label="Thresholds, in percent"
        value={thresholds}
        onChange={(event) => onChange({ thresholds: event.target.value })}
        note={problem ?? 'Each sends one message per period.'}
        aria-invalid={problem !== undefined}
        required
      />
    </div>
  );
}
