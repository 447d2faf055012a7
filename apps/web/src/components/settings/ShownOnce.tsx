// A secret that is shown once: a key, an invitation link, or the secret of a webhook.
import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../controls/Dialog.tsx';
import { DialogButtons, DialogForm } from './SettingsPage.tsx';
import { toast } from '../../lib/toast.ts';

interface ShownOnceProps {
  title: string;
  /** Announced when it was created: "Key created." */
  made: string;
  /** Why it is shown once. */
  description?: string;
  /** The button's label: "I stored it". */
  done: string;
  onClose: () => void;
  children: ReactNode;
}

const HASHED = 'It is shown only once, because only a hash is stored.';

export function ShownOnce({ title, made, description = HASHED, done, onClose, children }: ShownOnceProps) {
  const close = () => {
    toast(made);
    onClose();
  };
  return (
    // Escape does not close it, because the secret cannot be shown again.
    <Dialog open title={title} description={description}>
      <DialogForm>
        {children}
        <DialogButtons>
          <Button look="primary" onClick={close}>
            {done}
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
