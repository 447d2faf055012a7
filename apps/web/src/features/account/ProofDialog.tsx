'use client';
// Asks for the password, if there is one, and a code, before the second factor is changed.
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { CodeField, CurrentPasswordField } from './ProofFields.tsx';

interface ProofDialogProps {
  title: string;
  description: string;
  /** The button: "Remove". */
  action: string;
  look: 'primary' | 'danger';
  /** "The second factor was not removed." */
  failed: string;
  /** Then the current password is asked for. */
  hasPassword: boolean;
  mutation: {
    mutate: (proof: { code: string; password: string }) => void;
    isPending: boolean;
    isError: boolean;
    error: Error | null;
  };
  onClose: () => void;
}

export function ProofDialog(props: ProofDialogProps) {
  const { title, description, action, look, failed, hasPassword, mutation, onClose } = props;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const isReady = code !== '' && (!hasPassword || password !== '');
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <DialogForm onSubmit={() => mutation.mutate({ code, password })}>
        {hasPassword && <CurrentPasswordField value={password} onValue={setPassword} />}
        <CodeField label="Code of the app, or a backup code" value={code} onValue={setCode} />
        {mutation.isError && <ErrorState inline title={failed} error={mutation.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={look} disabled={!isReady || mutation.isPending}>
            {action}
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
