'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { isUsable, NewPasswordFields, NO_PASSWORD } from '../../components/controls/NewPasswordFields.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';
import { CurrentPasswordField } from './ProofFields.tsx';

interface PasswordDialogProps {
  /** Then the current password is asked for. */
  hasPassword: boolean;
  onClose: () => void;
}

export function PasswordDialog({ hasPassword, onClose }: PasswordDialogProps) {
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState(NO_PASSWORD);
  const save = useSave(onClose);
  const isReady = isUsable(chosen) && (!hasPassword || current !== '');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={hasPassword ? 'Change your password' : 'Set a password'}
      description="Your other sessions end. One-time links still sign you in."
    >
      <DialogForm
        onSubmit={() => save.mutate({ password: chosen.password, current: hasPassword ? current : undefined })}
      >
        {hasPassword && <CurrentPasswordField value={current} onValue={setCurrent} />}
        <NewPasswordFields value={chosen} onValue={setChosen} autoFocus={!hasPassword} />
        {save.isError && <ErrorState inline title="The password was not changed." error={save.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isReady || save.isPending}>
            Save password
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}

function useSave(onClose: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.account.setPassword.mutationOptions({
      onSuccess: async () => {
        await Promise.all([
          queryClient.invalidateQueries(trpc.account.methods.queryFilter()),
          queryClient.invalidateQueries(trpc.account.sessions.queryFilter()),
        ]);
        toast('Password saved.', 'Your other sessions have ended.');
        onClose();
      },
    }),
  );
}
