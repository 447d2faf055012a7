import { Button } from '../controls/Button.tsx';
import { Dialog } from '../controls/Dialog.tsx';
import { DialogButtons, DialogForm } from './SettingsPage.tsx';
import { ErrorState } from '../states/ErrorState.tsx';

interface ConfirmDialogProps {
  title: string;
  description: string;
  /** The button: "Delete rule". */
  action: string;
  /** "The rule was not deleted." */
  failed: string;
  mutation: { isPending: boolean; isError: boolean; error: unknown };
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is removed. */
export function ConfirmDialog({
  title,
  description,
  action,
  failed,
  mutation,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <DialogForm onSubmit={onConfirm}>
        {mutation.isError && <ErrorState inline title={failed} error={mutation.error} />}
        <DialogButtons>
          <Button onClick={onClose} autoFocus>
            Cancel
          </Button>
          <Button type="submit" look="danger" disabled={mutation.isPending}>
            {action}
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
