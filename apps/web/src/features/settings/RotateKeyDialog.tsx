'use client';
// Replaces a key by a new one, which is shown once. The old one works on until the applications had time to change.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { SelectField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import type { KeyDialogProps } from './key-row.ts';
import { NewKey } from './NewKey.tsx';

/** In hours. */
const OVERLAPS = [
  ['0', 'not at all'],
  ['1', 'for an hour'],
  ['24', 'for a day'],
  ['168', 'for a week'],
] as const;
type Overlap = (typeof OVERLAPS)[number][0];

export function RotateKeyDialog({ project, apiKey, ingestUrl, onClose }: KeyDialogProps & { ingestUrl: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>('24');
  const rotate = useMutation(
    trpc.keys.rotate.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.keys.list.queryFilter()),
    }),
  );
  if (rotate.data) return <NewKey apiKey={rotate.data.key} scopes={apiKey.scopes} {...{ ingestUrl, onClose }} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Rotate ${apiKey.name}`}
      description="A new key with the same name, scopes and lifetime is created, and the old one expires."
    >
      <DialogForm onSubmit={() => rotate.mutate({ project, id: apiKey.id, overlapHours: Number(overlap) })}>
        <SelectField label="The old key still works" options={OVERLAPS} value={overlap} onValue={setOverlap} />
        {rotate.isError && <ErrorState inline title="The key was not rotated." error={rotate.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={rotate.isPending}>
            Create new key
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
