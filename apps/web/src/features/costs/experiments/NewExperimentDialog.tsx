'use client';
// Begins an experiment: which steps, which variant, how much it may cost, and what is sent where.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Dialog } from '../../../components/controls/Dialog.tsx';
import { CheckField, SelectField, TextField } from '../../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import type { CostsPlace } from '../cuts/links.ts';
import { EstimateLine } from './EstimateLine.tsx';
import { experimentPath } from './experiment-words.ts';
import styles from './experiments.module.css';
import { KeyField } from './KeyField.tsx';
import { draftOf, madeOf, plannedOf, problemOf, PROVIDERS, type Draft, type VariantKind } from './new-experiment.ts';

const VARIANTS: readonly (readonly [VariantKind, string])[] = [
  ['effort', 'Another effort'],
  ['budget', 'Another budget of thinking'],
  ['model', 'Another model'],
  ['provider', 'Another provider'],
  ['thoughts', 'Without the earlier thoughts'],
];
const EFFORTS = (['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const).map(
  (one) => [one, one] as const,
);

interface NewExperimentDialogProps {
  place: CostsPlace;
  onClose: () => void;
}

export function NewExperimentDialog({ place, onClose }: NewExperimentDialogProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(place));
  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }));
  const { project } = place;
  const planned = plannedOf(draft);
  const estimate = useQuery({
    ...trpc.experiments.estimate.queryOptions({ project, planned: planned ?? NO_PLAN }),
    enabled: planned !== undefined,
    placeholderData: keepPreviousData,
  });
  const create = useMutation(
    trpc.experiments.create.mutationOptions({
      onSuccess: async ({ id }) => {
        await queryClient.invalidateQueries({ queryKey: trpc.experiments.pathKey() });
        router.push(experimentPath(project, id));
      },
    }),
  );
  const made = madeOf(draft);
  const problem = problemOf(draft) ?? estimate.data?.problem ?? undefined;
  return (
    <Dialog open wide onOpenChange={onClose} title="New experiment">
      <DialogForm onSubmit={() => made && create.mutate({ project, made })}>
        <Fields draft={draft} change={change} />
        {draft.runsOn === 'server' && (
          <KeyField
            project={project}
            providers={estimate.data?.providers ?? []}
            keyId={draft.keyId}
            onKey={(keyId) => change({ keyId })}
          />
        )}
        <EstimateLine draft={draft} estimate={estimate} />
        {problem !== undefined && <p role="status">{problem}</p>}
        {create.isError && <ErrorState inline title="The experiment was not started." error={create.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!made || problem !== undefined || create.isPending}>
            Start experiment
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}

/** Never sent: the query waits for a plan. */
const NO_PLAN = { variants: [{}] };

interface FieldsProps {
  draft: Draft;
  change: (some: Partial<Draft>) => void;
}

const Fields = ({ draft, change }: FieldsProps) => (
  <>
    <TextField
      label="Name"
      value={draft.name}
      onChange={(event) => change({ name: event.target.value })}
      maxLength={60}
      required
      autoFocus
    />
    <TextField
      label="Steps of runs that match"
      note="As in the list of traces. model:, effort: and tool: choose steps, too; empty = all."
      value={draft.q}
      onChange={(event) => change({ q: event.target.value })}
      maxLength={500}
    />
    <VariantFields draft={draft} change={change} />
    <div className={styles.pair}>
      <NumberField label="Steps, at random" value={draft.steps} onValue={(steps) => change({ steps })} />
      <NumberField label="Times each" value={draft.repeats} onValue={(repeats) => change({ repeats })} />
      <NumberField label="Budget in $" value={draft.budget} onValue={(budget) => change({ budget })} />
      <NumberField
        label="Most tokens of an answer"
        value={draft.maxOutputTokens}
        onValue={(maxOutputTokens) => change({ maxOutputTokens })}
      />
    </div>
    <CheckField
      label="Ask the recorded setting again, too: a model varies by itself, and without it a difference means little"
      checked={draft.baseline}
      onChange={(event) => change({ baseline: event.target.checked })}
    />
    <SelectField
      label="Asked by"
      options={[
        ['server', 'this server, with the provider keys of the project'],
        ['worker', 'a worker of yours, with keys that never come here'],
      ]}
      value={draft.runsOn}
      onValue={(runsOn) => change({ runsOn })}
    />
  </>
);

const VariantFields = ({ draft, change }: FieldsProps) => (
  <div className={styles.pair}>
    <SelectField label="What changes" options={VARIANTS} value={draft.kind} onValue={(kind) => change({ kind })} />
    {draft.kind === 'effort' && (
      <SelectField label="Effort" options={EFFORTS} value={draft.effort} onValue={(effort) => change({ effort })} />
    )}
    {draft.kind === 'budget' && (
      <NumberField label="Tokens of thinking" value={draft.tokens} onValue={(tokens) => change({ tokens })} />
    )}
    {draft.kind === 'provider' && (
      <SelectField label="Provider" options={PROVIDERS} value={draft.target} onValue={(target) => change({ target })} />
    )}
    {(draft.kind === 'model' || draft.kind === 'provider') && (
      <TextField
        label={draft.kind === 'model' ? 'Model, of the same provider' : 'Model'}
        value={draft.model}
        onChange={(event) => change({ model: event.target.value })}
        maxLength={200}
      />
    )}
  </div>
);

interface NumberFieldProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
}

const NumberField = ({ label, value, onValue }: NumberFieldProps) => (
  <TextField
    label={label}
    inputMode="decimal"
    value={value}
    onChange={(event) => onValue(event.target.value)}
    maxLength={12}
    required
  />
);
