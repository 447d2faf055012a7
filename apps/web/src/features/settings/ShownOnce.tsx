// A secret that is shown once, because only its hash is stored: a key, or an invitation link.
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { toast } from '../../lib/toast.ts';

interface ShownOnceProps {
  title: string;
  /** Announced when it was created: "Key created." */
  made: string;
  /** The button's label: "I stored it". */
  done: string;
  onClose: () => void;
  children: ReactNode;
}

export function ShownOnce({ title, made, done, onClose, children }: ShownOnceProps) {
  const close = () => {
    toast(made);
    onClose();
  };
  return (
    // Escape does not close it, because the secret cannot be shown again.
    <Dialog open title={title} description="It is shown only once, because only a hash is stored.">
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
