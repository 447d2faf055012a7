'use client';
// Confirms a deletion, which cannot be undone, and says what will be deleted.
import { useQueryClient } from '@tanstack/react-query';
import { plural } from '../../lib/figures/format.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../controls/Dialog.tsx';
import { ErrorState } from '../states/ErrorState.tsx';
import { DialogButtons, DialogForm } from '../settings/SettingsPage.tsx';
import { useDeleteTraces } from './use-delete-traces.ts';

interface DeleteTracesProps {
  project: string;
  /** Trace ids; at least one. */
  traces: readonly string[];
  onClose: () => void;
  /** Called when all are deleted. */
  onDeleted: () => void;
  /** The caller leaves the page, whose own data can no longer be loaded. */
  leaves?: boolean;
}

export function DeleteTraces({ project, traces, onClose, onDeleted, leaves = false }: DeleteTracesProps) {
  const queryClient = useQueryClient();
  // Nearly every query contains costs. Drops queries that are not on the screen, and resets disabled ones such as the
  // newest page of a list, which otherwise would not reload before they are shown.
  const askAgain = () => {
    queryClient.removeQueries({ predicate: (query) => query.getObserversCount() === 0 });
    if (!leaves) void queryClient.resetQueries({ predicate: (query) => query.isDisabled() });
    void queryClient.invalidateQueries({ refetchType: leaves ? 'none' : 'active' });
  };
  const close = () => {
    if (deleted > 0) askAgain();
    onClose();
  };
  const { state, deleted, error, start } = useDeleteTraces({
    project,
    traces,
    onDone: () => {
      toast(`${plural(traces.length, 'trace')} deleted.`);
      onDeleted();
      askAgain();
    },
  });
  const running = state === 'running';
  const what = traces.length === 1 ? 'this trace' : `these ${plural(traces.length, 'trace')}`;
  return (
    <Dialog
      open
      // A running deletion cannot be closed halfway.
      onOpenChange={running ? undefined : close}
      title={`Delete ${what}?`}
      description="Spans, texts, share links and costs are deleted permanently. A span that arrives later creates its trace again."
    >
      <DialogForm onSubmit={start}>
        {(running || deleted > 0) && (
          <p role="status">
            {deleted} of {traces.length} deleted{running && ' …'}
          </p>
        )}
        {error != null && <ErrorState inline title="Deleting stopped." error={error} />}
        <DialogButtons>
          <Button onClick={close} disabled={running}>
            {deleted > 0 ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" look="danger" disabled={running}>
            {deleted > 0 ? 'Continue' : 'Delete'}
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
