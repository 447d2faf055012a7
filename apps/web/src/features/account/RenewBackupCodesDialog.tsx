'use client';
// Makes new backup codes, and shows them once.
import { useMutation } from '@tanstack/react-query';
import { renewBackupCodes } from '../../lib/account/second-factor.ts';
import { BackupCodes } from './BackupCodes.tsx';
import { ProofDialog } from './ProofDialog.tsx';

interface RenewBackupCodesDialogProps {
  hasPassword: boolean;
  onClose: () => void;
}

export function RenewBackupCodesDialog({ hasPassword, onClose }: RenewBackupCodesDialogProps) {
  const renew = useMutation({ mutationFn: renewBackupCodes });
  if (renew.data) return <BackupCodes codes={renew.data} onDone={onClose} />;
  return (
    <ProofDialog
      title="Make new backup codes?"
      description="The backup codes that you have now stop working."
      action="Make new codes"
      look="primary"
      failed="No new backup codes were made."
      mutation={renew}
      {...{ hasPassword, onClose }}
    />
  );
}
