'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NameDialog } from '../../components/settings/NameDialog.tsx';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import type { KeyDialogProps } from './key-row.ts';

export function RenameKeyDialog({ project, apiKey, onClose }: KeyDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const rename = useMutation(
    trpc.keys.rename.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.keys.list.queryFilter());
        toast('Key renamed.');
        onClose();
      },
    }),
  );
  return (
    <NameDialog
      title={`Rename ${apiKey.name}`}
      current={apiKey.name}
      maxLength={60}
      action="Rename"
      saving={rename}
      failure="The key was not renamed."
      onSave={(name) => rename.mutate({ project, id: apiKey.id, name })}
      onClose={onClose}
    />
  );
}
