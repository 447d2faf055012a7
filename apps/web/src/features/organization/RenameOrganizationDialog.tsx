'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NameDialog } from '../../components/settings/NameDialog.tsx';
import { useRouter } from '../../lib/address/address-state.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';

interface RenameOrganizationDialogProps {
  organization: { id: string; name: string };
  onClose: () => void;
}

export function RenameOrganizationDialog({ organization, onClose }: RenameOrganizationDialogProps) {
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const rename = useMutation(
    trpc.organization.rename.mutationOptions({
      onSuccess: (_, { name }) => {
        void queryClient.invalidateQueries({ queryKey: trpc.organization.pathKey() });
        toast('Organization renamed.', `It is called ${name} now.`);
        onClose();
        router.refresh();
      },
    }),
  );
  return (
    <NameDialog
      title="Rename the organization"
      current={organization.name}
      maxLength={100}
      action="Rename"
      saving={rename}
      failure="The organization was not renamed."
      onSave={(name) => rename.mutate({ organization: organization.id, name })}
      onClose={onClose}
    />
  );
}
