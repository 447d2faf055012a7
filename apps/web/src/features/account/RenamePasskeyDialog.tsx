'use client';
import { useMutation } from '@tanstack/react-query';
import { NameDialog } from '../../components/settings/NameDialog.tsx';
import { MAX_PASSKEY_NAME } from '../../lib/account/passkey-name.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';
import type { Passkey } from './PasskeysTable.tsx';

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey: { id, name: current }, onClose }: RenamePasskeyDialogProps) {
  const rename = useMutation(
    useTRPC().account.renamePasskey.mutationOptions({
      onSuccess: () => {
        toast('Passkey renamed.');
        onClose();
      },
    }),
  );
  return (
    <NameDialog
      title={`Rename ${current}`}
      current={current}
      maxLength={MAX_PASSKEY_NAME}
      action="Rename"
      saving={rename}
      failure="The passkey was not renamed."
      onSave={(name) => rename.mutate({ id, name })}
      onClose={onClose}
    />
  );
}
