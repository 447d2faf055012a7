'use client';
// Adds a passkey of this device, after the user has proven who they are.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { MAX_PASSKEY_NAME } from '../../lib/account/passkey-name.ts';
import { addPasskey } from '../../lib/account/passkeys.ts';
import { toast } from '../../lib/toast.ts';
import { CodeField, CurrentPasswordField } from './ProofFields.tsx';

interface AddPasskeyDialogProps {
  /** Then the current password is asked for. */
  hasPassword: boolean;
  /** Then a code is asked for. */
  hasFactor: boolean;
  onClose: () => void;
  onAdded: () => void;
}

export function AddPasskeyDialog({ hasPassword, hasFactor, onClose, onAdded }: AddPasskeyDialogProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const add = useMutation({
    mutationFn: addPasskey,
    onSuccess: (saved) => {
      toast('Passkey added.', `${saved} signs you in from now on.`);
      onAdded();
    },
  });
  const isReady = (!hasPassword || password !== '') && (!hasFactor || code !== '');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add a passkey"
      description="Your browser then asks for your fingerprint, face, PIN or security key."
    >
      <DialogForm onSubmit={() => add.mutate({ name: name.trim(), password, code })}>
        {hasPassword && <CurrentPasswordField value={password} onValue={setPassword} />}
        {hasFactor && <CodeField label="Code of the app, or a backup code" value={code} onValue={setCode} />}
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={MAX_PASSKEY_NAME}
          autoFocus={!hasPassword && !hasFactor}
          note="So that you recognize it, such as “Work laptop”. Empty: the name of the device."
        />
        {add.isError && <ErrorState inline title="The passkey was not added." error={add.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isReady || add.isPending}>
            Continue
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
