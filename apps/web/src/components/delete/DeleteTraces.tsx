'use client';
// Deleting cannot be undone: it says what goes, and asks.
import { useQueryClient } from '@tanstack/react-query';
import { plural } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { DialogButtons, DialogForm } from '../SettingsPage.tsx';
import { useDeleteTraces } from './use-delete-traces.ts';

interface DeleteTracesProps {
  project: string;
  /** Ids; at least one. */
  traces: readonly string[];
  onClose: () => void;
  /** They are gone. */
  onDeleted: () => void;
  /** The page goes, too: what it showed is not there to be asked for again. */
  leaves?: boolean;
}

export function DeleteTraces({ project, traces, onClose, onDeleted, leaves = false }: DeleteTracesProps) {
  const queryClient = useQueryClient();
  // Costs are everywhere. What is not on the screen is forgotten, and so is what is asked for by hand alone, as the newest page of a list is:
  // nothing would ask for it again before it is shown.
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
      // What is being deleted is not stopped half way.
      onOpenChange={running ? undefined : close}
      title={`Delete ${what}?`}
      description="Spans, texts, share links and what they add to the costs go for good. A span that arrives later begins its trace anew."
    >
      <DialogForm onSubmit={start}>
        {(running || deleted > 0) && (
          <p role="status">
            {deleted} of {traces.length} deleted{running && ' …'}
          </p>
        )}
        {error != null && <ErrorState inline title="It stopped here." error={error} />}
        <DialogButtons>
          <Button onClick={close} disabled={running}>
            {deleted > 0 ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" look="danger" disabled={running}>
            {deleted > 0 ? 'Go on' : 'Delete'}
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
