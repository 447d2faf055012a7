'use client';
// Sets up a second factor in three steps: the password, a first code of the app, and the backup codes.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { CopyLine } from '../../components/controls/CopyLine.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { beginFactor, confirmFactor, type NewFactor } from '../../lib/account/second-factor.ts';
import { toast } from '../../lib/toast.ts';
import { BackupCodes } from './BackupCodes.tsx';
import { CodeField, CurrentPasswordField } from './ProofFields.tsx';
import { QrCode } from './QrCode.tsx';

interface SetUpFactorDialogProps {
  /** Then the current password is asked for. */
  hasPassword: boolean;
  /** Before the factor was set up. */
  onClose: () => void;
  /** The factor was set up, and the backup codes were seen. */
  onDone: () => void;
}

export function SetUpFactorDialog({ hasPassword, onClose, onDone }: SetUpFactorDialogProps) {
  const [isConfirmed, setIsConfirmed] = useState(false);
  const begin = useMutation({ mutationFn: beginFactor });
  const confirmed = () => {
    toast('Second factor set up.', 'Your other sessions have ended.');
    setIsConfirmed(true);
  };
  if (!begin.data) return <BeginStep {...{ hasPassword, onClose, begin }} />;
  if (!isConfirmed) return <AppStep factor={begin.data} onClose={onClose} onConfirmed={confirmed} />;
  return <BackupCodes codes={begin.data.backupCodes} onDone={onDone} />;
}

interface BeginStepProps {
  hasPassword: boolean;
  onClose: () => void;
  begin: { mutate: (password: string) => void; isPending: boolean; isError: boolean; error: Error | null };
}

function BeginStep({ hasPassword, onClose, begin }: BeginStepProps) {
  const [password, setPassword] = useState('');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Set up a second factor"
      description="You need an authenticator app on your phone. Your other sessions end when it is set up."
    >
      <DialogForm onSubmit={() => begin.mutate(password)}>
        {hasPassword && <CurrentPasswordField value={password} onValue={setPassword} />}
        {begin.isError && <ErrorState inline title="The set-up did not begin." error={begin.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={begin.isPending || (hasPassword && password === '')}>
            Continue
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}

interface AppStepProps {
  factor: NewFactor;
  onClose: () => void;
  onConfirmed: () => void;
}

function AppStep({ factor: { url, secret }, onClose, onConfirmed }: AppStepProps) {
  const [code, setCode] = useState('');
  const confirm = useMutation({ mutationFn: confirmFactor, onSuccess: onConfirmed });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Scan this with your app"
      description="Then enter the 6 digits that it shows. Without a camera, type the secret into the app."
    >
      <DialogForm onSubmit={() => confirm.mutate(code)}>
        <QrCode text={url} label="QR code of the secret" />
        <CopyLine name="the secret" text={secret} />
        <CodeField label="Code of the app" value={code} onValue={setCode} autoFocus />
        {confirm.isError && <ErrorState inline title="The code was not accepted." error={confirm.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={confirm.isPending || code === ''}>
            Turn on
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
