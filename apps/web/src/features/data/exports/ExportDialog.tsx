'use client';
// Starts an export to a target.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Dialog } from '../../../components/controls/Dialog.tsx';
import { SelectField } from '../../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { toast } from '../../../lib/toast.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import type { Target } from './export-words.ts';

const WHAT_WORDS = [
  ['changes', 'What changed since the last export, or everything the first time'],
  ['everything', 'Everything'],
] as const;

interface ExportDialogProps {
  project: string;
  target: Target;
  onClose: () => void;
}

export function ExportDialog({ project, target: { id, name }, onClose }: ExportDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [what, setWhat] = useState<(typeof WHAT_WORDS)[number][0]>('changes');
  const start = useMutation(
    trpc.exports.start.mutationOptions({
      onSuccess: async () => {
        onClose();
        toast('Export started.', 'The table shows its progress.');
        await queryClient.invalidateQueries({ queryKey: trpc.exports.pathKey() });
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Export to ${name}`}
      description="It runs on the server, so this page need not stay open."
    >
      <DialogForm onSubmit={() => start.mutate({ project, id, isFull: what === 'everything' })}>
        <SelectField label="Export" options={WHAT_WORDS} value={what} onValue={setWhat} />
        {start.isError && <ErrorState inline title="The export was not started." error={start.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={start.isPending}>
            Start the export
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
