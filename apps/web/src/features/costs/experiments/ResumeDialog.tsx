'use client';
// Goes on with an experiment that was stopped, failed or ran out of money.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Dialog } from '../../../components/controls/Dialog.tsx';
import { TextField } from '../../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { dollars, type ShownExperiment } from './experiment-words.ts';

interface ResumeDialogProps {
  project: string;
  shown: ShownExperiment;
  onClose: () => void;
}

export function ResumeDialog({ project, shown, onClose }: ResumeDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [budget, setBudget] = useState(String(shown.budget_usd));
  const resume = useMutation(
    trpc.experiments.resume.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: trpc.experiments.pathKey() });
        onClose();
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Go on with the experiment"
      description={`${dollars(shown.spent_usd)} are spent. What was answered is not asked again.`}
    >
      <DialogForm onSubmit={() => resume.mutate({ project, id: shown.id, budget: Number(budget) })}>
        <TextField
          label="Budget in $, with what is spent"
          inputMode="decimal"
          value={budget}
          onChange={(event) => setBudget(event.target.value)}
          required
          autoFocus
        />
        {resume.isError && <ErrorState inline title="The experiment does not go on." error={resume.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!(Number(budget) > 0) || resume.isPending}>
            Go on
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
