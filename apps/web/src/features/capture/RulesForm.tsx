'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { toast } from '../../lib/toast.ts';
import { useTRPC, type RouterOutputs } from '../../lib/requests/trpc.ts';
import { CaptureLevels } from './CaptureLevels.tsx';
import styles from './CaptureScreen.module.css';
import { MaskRules } from './MaskRules.tsx';
import { draftOf, hasLimits, isSame, rulesOf, type Draft } from './rules.ts';
import { TryBox } from './TryBox.tsx';

interface RulesFormProps {
  project: string;
  found: RouterOutputs['capture']['get'];
}

export function RulesForm({ project, found }: RulesFormProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const stored = draftOf(found.rules);
  const [draft, setDraft] = useState<Draft>(stored);
  const save = useMutation(
    trpc.capture.set.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.capture.get.queryFilter());
        toast('Rules saved.', 'They apply to spans that arrive from now on.');
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ project, rules: rulesOf(draft), seen: found.version });
  };
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  // Invalid stored rules are shown as "capture everything", so saving the form unedited would still change them.
  const isUnchanged = found.problem === null && isSame(draft, stored);
  return (
    <form onSubmit={submit} className={styles.form}>
      {found.problem !== null && (
        <ErrorState
          title="The stored rules cannot be used, so no text of new spans is stored."
          error={new Error(`${found.problem} Save new rules to replace them.`)}
        />
      )}
      <CaptureLevels draft={draft} onChange={change} />
      <MaskRules draft={draft} onChange={change} />
      <TryBox project={project} draft={draft} />
      {save.isError && <ErrorState inline title="The rules were not saved." error={save.error} />}
      <div className={styles.buttons}>
        <p className={styles.state} role="status">
          {found.updatedAt === null ? (
            'No rules yet: everything is stored as it arrives.'
          ) : (
            <>
              Last changed <RelativeTime time={found.updatedAt} ago />.
            </>
          )}
        </p>
        <Button onClick={() => setDraft(stored)} disabled={isUnchanged || save.isPending}>
          Discard changes
        </Button>
        <Button type="submit" look="primary" disabled={isUnchanged || !hasLimits(draft) || save.isPending}>
          Save rules
        </Button>
      </div>
    </form>
  );
}
