'use client';
// Removes the second factor of the user, who proves to have it.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { removeFactor } from '../../lib/account/second-factor.ts';
import { toast } from '../../lib/toast.ts';
import { CodeField, CurrentPasswordField } from './ProofFields.tsx';

interface RemoveFactorDialogProps {
  /** Then the current password is asked for. */
  hasPassword: boolean;
  onClose: () => void;
}

export function RemoveFactorDialog({ hasPassword, onClose }: RemoveFactorDialogProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useMutation({
    mutationFn: removeFactor,
    onSuccess: () => {
      toast('Second factor removed.');
      onClose();
    },
  });
  const isReady = code !== '' && (!hasPassword || password !== '');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Remove your second factor?"
      description="You sign in without a code from then on. The backup codes stop working."
    >
      <DialogForm onSubmit={() => remove.mutate({ code, password })}>
        {hasPassword && <CurrentPasswordField value={password} onValue={setPassword} />}
        <CodeField label="Code of the app, or a backup code" value={code} onValue={setCode} />
        {remove.isError && <ErrorState inline title="The second factor was not removed." error={remove.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={!isReady || remove.isPending}>
            Remove
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
