'use client';
// Places a legal hold.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { SelectField, TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { HOLD_KIND_WORDS, HOLD_VALUE_WORDS, type HoldKind } from './deletion-words.ts';

export function HoldDialog({ project, onClose }: { project: string; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<HoldKind>('user');
  const [value, setValue] = useState('');
  const [reason, setReason] = useState('');
  const place = useMutation(
    trpc.holds.place.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.holds.list.queryFilter());
        toast('Legal hold placed.');
        onClose();
      },
    }),
  );
  const isReady = reason.trim() !== '' && (kind === 'project' || value.trim() !== '');
  const submit = () =>
    isReady && place.mutate({ project, kind, value: kind === 'project' ? null : value.trim(), reason });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Place a legal hold"
      description="What it covers stays until an owner lifts it, also traces that arrive later."
    >
      <DialogForm onSubmit={submit}>
        <SelectField label="Keep" options={HOLD_KIND_WORDS} value={kind} onValue={setKind} />
        {kind !== 'project' && (
          <TextField
            label={HOLD_VALUE_WORDS[kind]}
            value={value}
            onChange={(event) => setValue(event.target.value)}
            maxLength={500}
            spellCheck={false}
            required
            autoFocus
          />
        )}
        <TextField
          label="Reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={500}
          required
          note="Shown here, in the audit log and in receipts."
        />
        {place.isError && <ErrorState inline title="The hold was not placed." error={place.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isReady || place.isPending}>
            Place the hold
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
