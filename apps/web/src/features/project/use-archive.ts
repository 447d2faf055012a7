// Archives and restores a project. The server decides what each page offers, so it is asked again.
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '../../lib/address/address-state.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';

export function useArchive({ name }: { name: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const done = (title: string, text: string) => () => {
    toast(title, text);
    router.refresh();
  };
  return {
    archive: useMutation(
      trpc.projects.archive.mutationOptions({
        onSuccess: done('Project archived.', `${name} takes no telemetry and no changes.`),
        onError: (error) => toast('The project was not archived.', error.message),
      }),
    ),
    restore: useMutation(
      trpc.projects.restore.mutationOptions({
        onSuccess: done('Project restored.', `${name} takes telemetry and changes again.`),
        onError: (error) => toast('The project was not restored.', error.message),
      }),
    ),
  };
}
