'use client';
// Removes the second factor of the user, who proves to have it.
import { useMutation } from '@tanstack/react-query';
import { removeFactor } from '../../lib/account/second-factor.ts';
import { toast } from '../../lib/toast.ts';
import { ProofDialog } from './ProofDialog.tsx';

interface RemoveFactorDialogProps {
  hasPassword: boolean;
  onClose: () => void;
}

export function RemoveFactorDialog({ hasPassword, onClose }: RemoveFactorDialogProps) {
  const remove = useMutation({
    mutationFn: removeFactor,
    onSuccess: () => {
      toast('Second factor removed.');
      onClose();
    },
  });
  return (
    <ProofDialog
      title="Remove your second factor?"
      description="You sign in without a code from then on. The backup codes stop working."
      action="Remove"
      look="danger"
      failed="The second factor was not removed."
      mutation={remove}
      {...{ hasPassword, onClose }}
    />
  );
}
