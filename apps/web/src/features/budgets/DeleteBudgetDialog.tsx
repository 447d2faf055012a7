'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/settings/ConfirmDialog.tsx';
import { useRouter } from '../../lib/address/address-state.ts';
import { settingsPath } from '../../lib/address/settings-pages.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';

interface DeleteBudgetDialogProps {
  project: string;
  budget: { id: string; name: string };
  onClose: () => void;
}

export function DeleteBudgetDialog({ project, budget, onClose }: DeleteBudgetDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const remove = useMutation(
    trpc.budgets.remove.mutationOptions({
      onSuccess: async () => {
        router.push(settingsPath(project, 'budgets'));
        await queryClient.invalidateQueries(trpc.budgets.list.queryFilter());
        toast('Budget deleted.', budget.name);
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Delete ${budget.name}`}
      description="The budget and its history are deleted. Costs stay as they are."
      action="Delete budget"
      failed="The budget was not deleted."
      mutation={remove}
      onConfirm={() => remove.mutate({ project, id: budget.id })}
      onClose={onClose}
    />
  );
}
