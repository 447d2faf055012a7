'use client';
// The fields of a rule. What cannot be combined is not offered.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../components/controls/Button.tsx';
import { CheckField, SelectField, TextField } from '../../components/controls/Field.tsx';
import { SendTo } from '../../components/settings/SendTo.tsx';
import { Choices, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { useMayChange } from '../../lib/account/rights.ts';
import { LOOK_ONLY } from '../../lib/account/roles.ts';
import { useRouter } from '../../lib/address/address-state.ts';
import { settingsPath } from '../../lib/address/settings-pages.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';
import { METRICS, TOOL_METRICS, type Destination, type Metric } from './alert-words.ts';
import {
  numberProblem,
  ruleOf,
  SCOPE_FIELDS,
  type NumberField,
  type RuleDraft,
  type ScopeField,
} from './rule-draft.ts';
import styles from './alerts.module.css';

interface RuleFormProps {
  project: string;
  /** Absent: a new rule. */
  id: string | undefined;
  draft: RuleDraft;
  destinations: readonly Destination[];
  onDraft: (draft: RuleDraft) => void;
}

export function RuleForm({ project, id, draft, destinations, onDraft }: RuleFormProps) {
  const mayChange = useMayChange();
  const save = useSave(project, id);
  const rule = ruleOf(draft);
  const change = (some: Partial<RuleDraft>) => onDraft({ ...draft, ...some });
  const submit = () => {
    if (rule) save.run({ name: draft.name, rule, isPaused: draft.isPaused });
  };
  return (
    <DialogForm onSubmit={submit}>
      <TextField
        label="Name"
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        maxLength={60}
        required
        autoFocus={id === undefined}
      />
      <Condition draft={draft} onChange={change} />
      <Scope draft={draft} onChange={change} />
      <SendTo
        destinations={destinations}
        chosen={draft.destinations}
        onChosen={(chosen) => change({ destinations: chosen })}
        none="There is no destination yet, so the alert is shown here and sent nowhere."
      />
      <CheckField
        label="Paused: it is not evaluated. If it is firing, a message says that it ended"
        checked={draft.isPaused}
        onChange={(event) => change({ isPaused: event.target.checked })}
      />
      {save.error !== null && <ErrorState inline title="The rule was not saved." error={save.error} />}
      {mayChange ? (
        <div className={styles.buttons}>
          <Button type="submit" look="primary" disabled={!rule || draft.name.trim() === '' || save.isPending}>
            {id === undefined ? 'Create rule' : 'Save rule'}
          </Button>
          <ButtonLink href={settingsPath(project, 'alerts')}>Cancel</ButtonLink>
        </div>
      ) : (
        <p>{LOOK_ONLY}</p>
      )}
    </DialogForm>
  );
}

function useSave(project: string, id: string | undefined) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const onSuccess = async (_data: unknown, { name }: { name: string }) => {
    await queryClient.invalidateQueries({ queryKey: trpc.alerts.pathKey() });
    toast(id === undefined ? 'Alert rule created.' : 'Alert rule saved.', name);
    router.push(settingsPath(project, 'alerts'));
  };
  const create = useMutation(trpc.alerts.create.mutationOptions({ onSuccess }));
  const change = useMutation(trpc.alerts.change.mutationOptions({ onSuccess }));
  const { isPending, error } = id === undefined ? create : change;
  const run = (saved: Omit<Parameters<typeof create.mutate>[0], 'project'>) =>
    id === undefined ? create.mutate({ project, ...saved }) : change.mutate({ project, id, ...saved });
  return { run, isPending, error };
}

interface PartProps {
  draft: RuleDraft;
  onChange: (some: Partial<RuleDraft>) => void;
}

const COMPARISONS = [
  ['threshold above', 'is above'],
  ['threshold below', 'is below'],
  ['change above', 'is higher than a week before by more than'],
  ['change below', 'is lower than a week before by more than'],
] as const;
type Comparison = (typeof COMPARISONS)[number][0];

function Condition({ draft, onChange }: PartProps) {
  const isOfTool = draft.scope.tool.trim() !== '';
  const metrics = (Object.keys(METRICS) as Metric[]).filter((metric) => !isOfTool || TOOL_METRICS.includes(metric));
  const compare = (comparison: Comparison) => {
    const [how, direction] = comparison.split(' ') as [RuleDraft['compare'], RuleDraft['direction']];
    onChange({ compare: how, direction });
  };
  const unit = draft.compare === 'change' ? '%' : METRICS[draft.metric].unit;
  const number = { draft, onChange };
  return (
    <div className={styles.fields}>
      <SelectField
        label="Figure"
        options={metrics.map((metric) => [metric, METRICS[metric].label] as const)}
        value={draft.metric}
        onValue={(metric) => onChange({ metric })}
      />
      <SelectField
        label="Condition"
        options={COMPARISONS}
        value={`${draft.compare} ${draft.direction}`}
        onValue={compare}
      />
      <NumberInput {...number} field="limit" label={`Limit, in ${unit}`} />
      <NumberInput {...number} field="windowHours" label="Over how many hours" note="The figure is of these hours." />
      <NumberInput {...number} field="forHours" label="For how many hours" note="The condition has to hold so long." />
      <NumberInput
        {...number}
        field="minimumCalls"
        label="At least so many calls"
        note="With fewer in these hours, the figure counts as unknown."
      />
    </div>
  );
}

interface NumberInputProps extends PartProps {
  field: NumberField;
  label: string;
  note?: string;
}

function NumberInput({ draft, onChange, field, label, note }: NumberInputProps) {
  const problem = numberProblem(field, draft[field]);
  return (
    <TextField
      label={label}
      value={draft[field]}
      onChange={(event) => onChange({ [field]: event.target.value })}
      inputMode="decimal"
      note={problem ?? note}
      aria-invalid={problem !== undefined}
      required
    />
  );
}

const SCOPE_LABELS: Readonly<Record<ScopeField, string>> = {
  model: 'Model',
  agent: 'Agent',
  tool: 'Tool',
  environment: 'Environment',
  release: 'Release',
};

function Scope({ draft, onChange }: PartProps) {
  const { scope, metric } = draft;
  const isOfTool = scope.tool.trim() !== '';
  const isOfCalls = SCOPE_FIELDS.some((field) => field !== 'tool' && scope[field].trim() !== '');
  const type = (field: ScopeField, value: string) => {
    const isAllowed = field !== 'tool' || value.trim() === '' || TOOL_METRICS.includes(metric);
    onChange({ scope: { ...scope, [field]: value }, ...(!isAllowed && { metric: TOOL_METRICS[0] }) });
  };
  return (
    <Choices legend="Only calls of (empty: all)">
      <div className={[styles.fields, styles.scope].join(' ')}>
        {SCOPE_FIELDS.map((field) => (
          <TextField
            key={field}
            label={SCOPE_LABELS[field]}
            value={scope[field]}
            onChange={(event) => type(field, event.target.value)}
            disabled={field === 'tool' ? isOfCalls : isOfTool}
            maxLength={200}
          />
        ))}
      </div>
    </Choices>
  );
}
