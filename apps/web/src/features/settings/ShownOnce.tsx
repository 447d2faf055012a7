// What can be seen this one time, since only a hash of it is kept: a key, or the link of an invitation.
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { DialogButtons, DialogForm } from '../../components/SettingsPage.tsx';
import { toast } from '../../lib/toast.ts';

interface ShownOnceProps {
  title: string;
  /** Said when it is done: "Key made." */
  made: string;
  /** On the button: "I stored it". */
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
    // Esc does not close it: what is in it could never be seen again.
    <Dialog open title={title} description="It is shown this once; only a hash is kept.">
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
