'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { PASSWORD_LENGTH } from '../../lib/account/password-length.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';

interface PasswordDialogProps {
  /** Then the current password is asked for. */
  hasPassword: boolean;
  onClose: () => void;
}

export function PasswordDialog({ hasPassword, onClose }: PasswordDialogProps) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const save = useSave(onClose);
  const differs = repeated !== '' && repeated !== password;
  const isReady = password.length >= PASSWORD_LENGTH.min && repeated === password && (!hasPassword || current !== '');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={hasPassword ? 'Change your password' : 'Set a password'}
      description="Your other sessions end. One-time links still sign you in."
    >
      <DialogForm onSubmit={() => save.mutate({ password, current: hasPassword ? current : undefined })}>
        {hasPassword && (
          <TextField
            label="Current password"
            {...{ type: 'password', autoComplete: 'current-password', required: true, autoFocus: true }}
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        )}
        <TextField
          label="New password"
          {...{ type: 'password', autoComplete: 'new-password', required: true, autoFocus: !hasPassword }}
          value={password}
          maxLength={PASSWORD_LENGTH.max}
          onChange={(event) => setPassword(event.target.value)}
          note={`At least ${PASSWORD_LENGTH.min} characters. A sentence is easy to remember.`}
        />
        <TextField
          label="New password, again"
          {...{ type: 'password', autoComplete: 'new-password', required: true }}
          value={repeated}
          maxLength={PASSWORD_LENGTH.max}
          onChange={(event) => setRepeated(event.target.value)}
          note={differs && 'The two passwords differ.'}
        />
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
