'use client';
import { useMutation } from '@tanstack/react-query';
import { NameDialog } from '../../components/settings/NameDialog.tsx';
import { useRouter } from '../../lib/address/address-state.ts';
import { settingsPath } from '../../lib/address/settings-pages.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';

interface NewProjectDialogProps {
  organization: string;
  onClose: () => void;
}

/** Creates a project, and leads to its keys, because nothing can be sent without one. */
export function NewProjectDialog({ organization, onClose }: NewProjectDialogProps) {
  const router = useRouter();
  const create = useMutation(
    useTRPC().organization.createProject.mutationOptions({
      onSuccess: ({ slug }) => {
        onClose();
        router.push(settingsPath(slug, 'keys'));
        router.refresh();
      },
    }),
  );
  return (
    <NameDialog
      title="New project"
      description="You become its owner."
      maxLength={100}
      note="Its address is made from the name and never changes. The name can be changed."
      action="Create project"
      saving={create}
      failure="The project was not created."
      onSave={(name) => create.mutate({ organization, name })}
      onClose={onClose}
    />
  );
}
