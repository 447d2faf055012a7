'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/settings/ConfirmDialog.tsx';
import { useRouter } from '../../lib/address/address-state.ts';
import { settingsPath } from '../../lib/address/settings-pages.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';

interface DeleteRuleDialogProps {
  project: string;
  rule: { id: string; name: string };
  onClose: () => void;
}

export function DeleteRuleDialog({ project, rule, onClose }: DeleteRuleDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const remove = useMutation(
    trpc.alerts.remove.mutationOptions({
      onSuccess: async () => {
        router.push(settingsPath(project, 'alerts'));
        await queryClient.invalidateQueries(trpc.alerts.list.queryFilter());
        toast('Alert rule deleted.', rule.name);
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Delete ${rule.name}`}
      description="The rule and its history are deleted. If it is firing, a message says that it ended. To stop it for a while, pause it instead."
      action="Delete rule"
      failed="The rule was not deleted."
      mutation={remove}
      onConfirm={() => remove.mutate({ project, id: rule.id })}
      onClose={onClose}
    />
  );
}
